import { hub } from '#spec/hub.ts';
import { IgnoredFields } from '../../pipeline/ignored-fields.ts';
import { createUnknownFieldFinder } from '../../pipeline/unknown-fields.ts';
import { createArgumentBinder } from './bind-arguments.ts';
import type { z } from 'zod';
import type { ApiError } from '#spec/errors.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { HubCallback, HubMethod, ResumeResult, SubscribeResult } from '#spec/hub.ts';
import type { EventFilter } from '../delivery/event-filter.ts';

/**
 * The client of a connection. Its properties are read again for each command, because the token and the settings may
 * change.
 */
export interface HubCaller {
  /** The token that it connected with. */
  readonly token?: string | undefined;
  readonly isAuthenticated: boolean;
  readonly isApiEnabled: boolean;
  /** Why it would be rejected now; absent while it would be accepted. */
  readonly accessError?: ApiError | undefined;
}

/** The outcome of an action. */
export interface ActionOutcome {
  /** The dotted name as declared, in whatever letter case it was called. */
  readonly action: string;
  readonly result: Record<string, unknown>;
  readonly tick: number;
  readonly seq: number;
}

/** Runs a direct action by name. Throws ApiError. */
export type RunAction = (
  name: string,
  parameters: Record<string, unknown>,
  caller: HubCaller,
) => MaybePromise<ActionOutcome>;

/** The single argument of a callback. */
type CallbackArgument<K extends HubCallback> = z.input<(typeof hub)[K]['args']>[keyof z.input<
  (typeof hub)[K]['args']
>];

/** What a hub method works with: its connection, and the actions of the runtime. */
export interface MethodContext {
  readonly caller: HubCaller;
  readonly runAction: RunAction;
  /** Whether unknown fields of arguments are rejected. */
  readonly strict: boolean;
  /** @returns the sequence number after which its events start, and the patterns that match no event type */
  subscribe(patterns: readonly string[], filter: EventFilter): z.output<typeof SubscribeResult>;
  unsubscribe(patterns: readonly string[]): void;
  resume(streamId: string, lastSeq: number): z.output<typeof ResumeResult>;
  /**
   * Resolves when the stream has reached the position of a client, immediately if it already has.
   * @returns undefined if it never will
   */
  waitForSeq(streamId: string, seq: number): Promise<void> | undefined;
  /** Sets the most high-volume events per second of one source. */
  setRate(perSecond: number): void;
  /** Invokes a callback of the client. */
  callClient<K extends HubCallback>(callback: K, argument: CallbackArgument<K>): void;
  /** Called with failures that are not an ApiError. */
  onFailure(failure: unknown): void;
}

/** A hub method that takes raw arguments. It returns nothing, a result, or a promise of it, and throws ApiError. */
export type HubMethodHandler = (values: readonly unknown[], context: MethodContext) => unknown;

/** Unknown fields of the arguments, such as `command.Paramters`; absent when there are none. */
interface IgnoredFieldNames {
  readonly ignored?: string[];
}

const noIgnoredFieldNames: IgnoredFieldNames = {};

/** Implements a declared hub method. The body receives validated arguments by name. */
export const defineMethod = <K extends HubMethod>(
  name: K,
  body: (
    args: z.output<(typeof hub)[K]['args']>,
    context: MethodContext,
    ignoredFields: IgnoredFieldNames,
  ) => unknown,
): HubMethodHandler => {
  const { args } = hub[name];
  const bind = createArgumentBinder<(typeof hub)[K]['args']>(args);
  const findUnknown = Object.entries(args.shape).map(([argument, schema]) =>
    createUnknownFieldFinder(schema, argument, { foldCase: true }),
  );
  const listIgnoredFields = (values: readonly unknown[], strict: boolean): IgnoredFieldNames => {
    const ignored = new IgnoredFields(strict);
    findUnknown.forEach((find, index) => {
      find(values[index], ignored);
    });
    return ignored.isEmpty ? {} : { ignored: ignored.names };
  };
  return (values, context) => {
    const { args, isExact } = bind(values);
    return body(args, context, isExact ? noIgnoredFieldNames : listIgnoredFields(values, context.strict));
  };
};
