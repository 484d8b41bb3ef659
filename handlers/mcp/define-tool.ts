import * as z from 'zod';
import { truncateMiddle } from '#spec/truncate-middle.ts';
import { hasOverflow } from '#spec/value-limits.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { formatIssue } from '../pipeline/validation-issues.ts';
import { limitLines } from './format-text.ts';
import type { Json } from '#spec/values.ts';
import type { SceneAccess } from './scene-access.ts';

/** Any JSON value whose numbers can be sent on: `1e400` is read as infinite, and JSON would say null of it. */
export const jsonValue = z.unknown().refine((value) => !hasOverflow(value), {
  error: 'expected numbers up to ±1.8e308; what is larger overflows',
}) as unknown as z.ZodType<Json>;

/** What a tool answers beside text. */
export interface ToolImage {
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
  readonly reportsSeq: boolean;
  /** @throws SceneRuntimeError of what the service refuses, Refusal of what the tool itself cannot make sense of */
  run(given: unknown, access: SceneAccess): Promise<string | ToolImage>;
}

interface ToolDeclaration<I extends z.ZodRawShape>
  extends Omit<Tool, 'input' | 'run' | 'isReadOnly' | 'reportsSeq'> {
  readonly input: I;
  readonly isReadOnly?: true;
  /** What changes something always does. */
  readonly reportsSeq?: true;
  run(input: z.output<z.ZodObject<I, z.core.$strict>>, access: SceneAccess): Promise<string | ToolImage>;
}

/** Declares a tool. */
export const defineTool = <I extends z.ZodRawShape>(declared: ToolDeclaration<I>): Tool => {
  const input = z.strictObject(declared.input);
  return {
    ...declared,
    isReadOnly: declared.isReadOnly ?? false,
    reportsSeq: declared.reportsSeq ?? !declared.isReadOnly,
    input: input as unknown as z.ZodObject,
    async run(given, access) {
      const { data, error } = input.safeParse(given, validationMessages);
      if (error) throw createArgumentError(declared.name, Object.keys(declared.input), error);
      return declared.run(data, access);
    },
  };
};

/** What a tool cannot make sense of, in words for the one who asked. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** All that is wrong with the arguments of a tool, a line each, so that it takes one more call to mend them. */
const createArgumentError = (
  tool: string,
  parameters: readonly string[],
  { issues }: z.ZodError,
): ToolError => {
  const lines = issues.map((issue) => truncateMiddle(formatIssue(issue, 'The arguments')));
  const isUnknown = issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0);
  return new ToolError(
    [
      ...limitLines(lines, 10, 'mend these first'),
      ...(isUnknown ? [`${tool} takes ${parameters.join(', ') || 'nothing'}.`] : []),
    ].join('\n'),
  );
};
