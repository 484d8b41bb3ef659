import { hub, type HubCallback, type HubMethod, type ResumeResult, type SubscribeResult } from '#spec/hub.ts';
import { createUnknownFieldFinder, IgnoredFields } from '../../pipeline/ignored-fields.ts';
import { createArgumentBinder } from './bind-arguments.ts';
import type { z } from 'zod';
import type { ApiError } from '#spec/errors.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { EventFilter } from '../delivery/event-filter.ts';

/**
 * The client of a connection. Its properties are read again for each command, because the token and the settings can
 * change.
 */
export interface HubCaller {
  /** The token with which the client connected. */
  readonly token?: string | undefined;
  readonly isAuthenticated: boolean;
  readonly isApiEnabled: boolean;
  /** Why the client would be rejected now; absent if it would be accepted. */
  readonly accessError?: ApiError | undefined;
}

export interface ActionOutcome {
  /** The dotted name in its declared letter case, even if the caller used different letter case. */
  readonly action: string;
  readonly result: Record<string, unknown>;
  readonly tick: number;
  readonly seq: number;
}

/** Runs the direct action with this name. Throws ApiError if the action fails. */
export type RunAction = (
  name: string,
  parameters: Record<string, unknown>,
  caller: HubCaller,
) => MaybePromise<ActionOutcome>;

/** The type of a callback's single argument. */
type CallbackArgument<K extends HubCallback> = z.input<(typeof hub)[K]['args']>[keyof z.input<
  (typeof hub)[K]['args']
>];

/** The context in which a hub method runs: the connection and the runtime's actions. */
export interface MethodContext {
  readonly caller: HubCaller;
  readonly runAction: RunAction;
  /** Whether unknown fields in arguments are rejected. */
  readonly strict: boolean;
  /** @returns the sequence number after which the events start, and the patterns that match no event type */
  subscribe(patterns: readonly string[], filter: EventFilter): z.output<typeof SubscribeResult>;
  unsubscribe(patterns: readonly string[]): void;
  resume(streamId: string, lastSeq: number): z.output<typeof ResumeResult>;
  /**
   * Resolves when the stream has reached the client's position, or immediately if the position has already been
   * reached.
   * @returns a promise, or `undefined` if the stream will never reach the position
   */
  waitForSeq(streamId: string, seq: number): Promise<void> | undefined;
  /** Sets the maximum number of high-volume events per second from one source. */
  setRate(perSecond: number): void;
  /** Invokes a callback on the client. */
  callClient<K extends HubCallback>(callback: K, argument: CallbackArgument<K>): void;
  /** Called with failures that are not an ApiError. */
  onFailure(failure: unknown): void;
}

/**
 * A hub method that receives the raw arguments. It returns nothing, a result, or a promise of a result, and throws
 * ApiError if it fails.
 */
export type HubMethodHandler = (values: readonly unknown[], context: MethodContext) => unknown;

/** The names of unknown fields in the arguments, such as `command.Paramters`; absent if there are none. */
interface IgnoredFieldNames {
  readonly ignored?: string[];
}

const noIgnoredFieldNames: IgnoredFieldNames = {};

/** Implements a declared hub method. `body` receives the validated arguments, keyed by name. */
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
