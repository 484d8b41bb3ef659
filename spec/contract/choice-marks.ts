import type { z } from 'zod';

/** The id of a choice in CHOICES.md. */
export type ChoiceId = `C-${number}`;

/** Marks a schema as the project's choice. The normative projection then accepts any value in its place. */
export const markChoice = <T extends z.ZodType>(choice: ChoiceId, schema: T): T =>
  schema.meta({ 'x-choice': choice }) as T;

/** Marks the values of an enumeration as the project's choice. The normative projection keeps only their type. */
export const markChosenValues = <T extends z.ZodType>(choice: ChoiceId, schema: T): T =>
  schema.meta({ 'x-choice-values': choice }) as T;

/** Marks a bound in a schema as the project's choice. The normative projection leaves the bound out. */
export const markChosenBound = <T extends z.ZodType>(
  choice: ChoiceId,
  bound: 'minLength' | 'maxItems',
  schema: T,
): T => schema.meta({ 'x-choice-bounds': { [bound]: choice } }) as T;
