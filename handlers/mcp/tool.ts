import * as z from 'zod';
import type { Json } from '#spec/values.ts';
import type { SceneAccess } from './access.ts';

/** Any JSON, of which a schema says nothing. */
export const anyValue = z.unknown() as unknown as z.ZodType<Json>;

/** What a tool answers beside text. */
export interface Picture {
  readonly mimeType: 'image/png';
  readonly bytes: Uint8Array;
}

/** One tool: what an agent may ask, and what is done then. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether it changes nothing. */
  readonly isReadOnly: boolean;
  /** @throws SceneRuntimeError of what the service refuses, Refusal of what the tool itself cannot make sense of */
  run(input: unknown, access: SceneAccess): Promise<string | Picture>;
}

interface Declaration<I extends z.ZodRawShape> extends Omit<Tool, 'input' | 'run' | 'isReadOnly'> {
  readonly input: I;
  readonly isReadOnly?: true;
  run(input: z.output<z.ZodObject<I>>, access: SceneAccess): Promise<string | Picture>;
}

/** Declares a tool. */
export const tool = <I extends z.ZodRawShape>(declared: Declaration<I>): Tool => ({
  ...declared,
  isReadOnly: declared.isReadOnly ?? false,
  input: z.strictObject(declared.input) as unknown as z.ZodObject,
  run: (input, access) => declared.run(input as z.output<z.ZodObject<I>>, access),
});

/** What a tool cannot make sense of, in words for the one who asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
