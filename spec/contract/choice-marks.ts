import type { z } from 'zod';

/** The id of an entry in CHOICES.md. */
export type ChoiceId = `C-${number}`;

/** Marks a schema as the project's choice, so that the normative projection leaves it open. */
export const markChoice = <T extends z.ZodType>(choice: ChoiceId, schema: T): T =>
  schema.meta({ 'x-choice': choice }) as T;

/** Marks the values of an enumeration as the project's choice; the normative projection keeps the bare type. */
export const markChosenValues = <T extends z.ZodType>(choice: ChoiceId, schema: T): T =>
  schema.meta({ 'x-choice-values': choice }) as T;

/** Marks a bound of a schema as the project's choice; the normative projection leaves it out. */
export const markChosenBound = <T extends z.ZodType>(
  choice: ChoiceId,
  bound: 'minLength' | 'maxItems',
  schema: T,
): T => schema.meta({ 'x-choice-bounds': { [bound]: choice } }) as T;
