import * as z from 'zod';
import { truncateMiddle } from '#spec/truncate-middle.ts';
import { hasOverflow } from '#spec/value-limits.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { sentenceOf } from '../pipeline/issues.ts';
import { firstOf } from './brief.ts';
import type { Json } from '#spec/values.ts';
import type { SceneAccess } from './access.ts';

/** Any JSON value whose numbers can be sent on: `1e400` is read as infinite, and JSON would say null of it. */
export const anyValue = z.unknown().refine((value) => !hasOverflow(value), {
  error: 'expected numbers up to ±1.8e308; what is larger overflows',
}) as unknown as z.ZodType<Json>;

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
  /** Whether its answers end with the number of the last event that they know of. */
  readonly tellsSeq: boolean;
  /** @throws SceneRuntimeError of what the service refuses, Refusal of what the tool itself cannot make sense of */
  run(given: unknown, access: SceneAccess): Promise<string | Picture>;
}

interface Declaration<I extends z.ZodRawShape>
  extends Omit<Tool, 'input' | 'run' | 'isReadOnly' | 'tellsSeq'> {
  readonly input: I;
  readonly isReadOnly?: true;
  /** What changes something always does. */
  readonly tellsSeq?: true;
  run(input: z.output<z.ZodObject<I, z.core.$strict>>, access: SceneAccess): Promise<string | Picture>;
}

/** Declares a tool. */
export const tool = <I extends z.ZodRawShape>(declared: Declaration<I>): Tool => {
  const input = z.strictObject(declared.input);
  return {
    ...declared,
    isReadOnly: declared.isReadOnly ?? false,
    tellsSeq: declared.tellsSeq ?? !declared.isReadOnly,
    input: input as unknown as z.ZodObject,
    async run(given, access) {
      const { data, error } = input.safeParse(given, validationMessages);
      if (error) throw misfit(declared.name, Object.keys(declared.input), error);
      return declared.run(data, access);
    },
  };
};

/** What a tool cannot make sense of, in words for the one who asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** All that is wrong with the arguments of a tool, a line each, so that it takes one more call to mend them. */
const misfit = (tool: string, parameters: readonly string[], { issues }: z.ZodError): Refusal => {
  const lines = issues.map((issue) => truncateMiddle(sentenceOf(issue, 'The arguments')));
  const isUnknown = issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0);
  return new Refusal(
    [
      ...firstOf(lines, 10, 'mend these first'),
      ...(isUnknown ? [`${tool} takes ${parameters.join(', ') || 'nothing'}.`] : []),
    ].join('\n'),
  );
};
