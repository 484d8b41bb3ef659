import * as z from 'zod';
import { truncateMiddle } from '#spec/truncate-middle.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { hasOverflow } from '#spec/value-limits.ts';
import { formatIssue } from '../pipeline/prepare-operation.ts';
import { limitLines } from './format-text.ts';
import type { SceneClient, SceneEvent } from '#spec/client/index.ts';
import type { Json } from '#spec/values.ts';

export interface EventSubscription {
  /** The `seq` up to which all events have been delivered. */
  readonly seq: number;
  /** The range of events after the requested `seq` that are no longer in the buffer. */
  readonly gap?: { readonly from: number; readonly to: number } | undefined;
  /** The patterns that no event type matches. */
  readonly unmatched: readonly string[];
  unsubscribe(): Promise<void>;
}

/**
 * The interface through which tools access the scene. It contains only the public API, so it works with any service.
 */
export interface SceneAccess {
  readonly client: Pick<SceneClient, 'request' | 'act'>;
  /**
   * Calls the listener with each event whose type matches one of the patterns, until the subscription ends.
   * @param since the `seq` of an event: buffered events after this event are delivered first
   * @throws SceneRuntimeError or ApiError INVALID_REQUEST for a `seq` beyond the last event
   */
  listen(
    patterns: readonly string[],
    listener: (event: SceneEvent) => void,
    since?: number,
  ): Promise<EventSubscription>;
  /** Returns the last event's `seq`. */
  getLastSeq(): Promise<number>;
}

/** Any JSON value whose numbers are finite. `1e400` is parsed as Infinity, which JSON would write as null. */
export const jsonValue = z.unknown().refine((value) => !hasOverflow(value), {
  error: 'expected numbers up to ±1.8e308; larger ones overflow',
}) as unknown as z.ZodType<Json>;

/** An image that a tool returns. */
export interface ToolImage {
  readonly mimeType: 'image/png';
  readonly bytes: Uint8Array;
}

/** A tool that agents can call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  /** Whether the tool makes no changes. */
  readonly isReadOnly: boolean;
  /** Whether the tool's result ends with the `seq` of the last event that the result covers. */
  readonly reportsSeq: boolean;
  /** @throws SceneRuntimeError if the service rejects a request, ToolError if the tool can't use its arguments */
  run(args: unknown, access: SceneAccess): Promise<string | ToolImage>;
}

interface ToolDeclaration<I extends z.ZodRawShape>
  extends Omit<Tool, 'input' | 'run' | 'isReadOnly' | 'reportsSeq'> {
  readonly input: I;
  readonly isReadOnly?: true;
  /** Set only by read-only tools, because all other tools always report `seq`. */
  readonly reportsSeq?: true;
  run(input: z.output<z.ZodObject<I, z.core.$strict>>, access: SceneAccess): Promise<string | ToolImage>;
}

/** Declares a tool whose arguments are validated before the tool runs. */
export const defineTool = <I extends z.ZodRawShape>(declared: ToolDeclaration<I>): Tool => {
  const input = z.strictObject(declared.input);
  return {
    ...declared,
    isReadOnly: declared.isReadOnly ?? false,
    reportsSeq: declared.reportsSeq ?? !declared.isReadOnly,
    input,
    async run(args, access) {
      const { data, error } = input.safeParse(args, validationMessages);
      if (error) throw createArgumentError(declared.name, Object.keys(declared.input), error);
      return declared.run(data, access);
    },
  };
};

/** Reports arguments that a tool can't use. The message is shown to the agent. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/**
 * Creates an error that lists every problem with a tool's arguments, one per line, so that the agent can fix all of
 * them in one more call.
 */
const createArgumentError = (
  tool: string,
  parameters: readonly string[],
  { issues }: z.ZodError,
): ToolError => {
  const lines = issues.map((issue) => truncateMiddle(formatIssue(issue, 'The arguments')));
  const isUnknown = issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0);
  return new ToolError(
    [
      ...limitLines(lines, 10, 'fix these first'),
      ...(isUnknown ? [`${tool} takes ${parameters.join(', ') || 'no parameters'}.`] : []),
    ].join('\n'),
  );
};
