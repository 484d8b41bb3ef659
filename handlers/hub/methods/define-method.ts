import { hub } from '#spec/hub.ts';
import { IgnoredFields } from '../../pipeline/ignored-fields.ts';
import { createUnknownFieldFinder } from '../../pipeline/unknown-fields.ts';
import { createArgumentBinder } from './bind-arguments.ts';
import type { z } from 'zod';
import type { ApiError } from '#spec/errors.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { HubCallback, HubMethod, ResumeResult, SubscribeResult } from '#spec/hub.ts';
import type { EventFilter } from '../delivery/event-filter.ts';

/** Who is at the other end. Read anew for each command, as the token and the switch may change meanwhile. */
export interface HubCaller {
  /** What it has shown to be let in. */
  readonly token?: string | undefined;
  readonly isAuthenticated: boolean;
  readonly isApiEnabled: boolean;
  /** Why it would not be let in now; absent while it would. */
  readonly accessError?: ApiError | undefined;
}

/** What came of an action. */
export interface ActionOutcome {
  /** The dotted name as declared, whatever letter case it was called by. */
  readonly action: string;
  readonly result: Record<string, unknown>;
  readonly tick: number;
  readonly seq: number;
}

/** Runs a direct action by name. Fails with a Fault. */
export type RunAction = (
  name: string,
  parameters: Record<string, unknown>,
  caller: HubCaller,
) => MaybePromise<ActionOutcome>;

/** The one argument of a callback. */
type CallbackArgument<K extends HubCallback> = z.input<(typeof hub)[K]['args']>[keyof z.input<
  (typeof hub)[K]['args']
>];

/** What a hub method works with: its own connection, and the actions of the runtime. */
export interface MethodContext {
  readonly caller: HubCaller;
  readonly runAction: RunAction;
  /** Whether fields of arguments that nothing reads are refused. */
  readonly strict: boolean;
  /** @returns the event behind which what it brings begins, and the patterns that can bring none */
  subscribe(patterns: readonly string[], filter: EventFilter): z.output<typeof SubscribeResult>;
  unsubscribe(patterns: readonly string[]): void;
  resume(streamId: string, lastSeq: number): z.output<typeof ResumeResult>;
  /** Resolves when the stream has come as far as a client says, where it is known to get there; at once where it has. */
  waitForSeq(streamId: string, seq: number): Promise<void> | undefined;
  /** High-volume events of one source, a second at most. */
  setRate(perSecond: number): void;
  /** Invokes a callback of the client. */
  callClient<K extends HubCallback>(callback: K, argument: CallbackArgument<K>): void;
  /** Told of failures that no fault explains. */
  onFailure(failure: unknown): void;
}

/** A hub method, ready for arguments as they came. Answers nothing, its result, or a promise of it; fails with a Fault. */
export type HubMethodHandler = (values: readonly unknown[], context: MethodContext) => unknown;

/** Fields of the arguments that nothing reads, such as `command.Paramters`; absent when there are none. */
interface IgnoredFieldNames {
  readonly ignored?: string[];
}

const noIgnoredFieldNames: IgnoredFieldNames = {};

/** Gives a declared hub method its body, which receives the arguments validated and by name. */
export const defineMethod = <K extends HubMethod>(
  name: K,
  body: (
    args: z.output<(typeof hub)[K]['args']>,
    context: MethodContext,
    unread: IgnoredFieldNames,
  ) => unknown,
): HubMethodHandler => {
  const { args } = hub[name];
  const bind = createArgumentBinder<(typeof hub)[K]['args']>(args);
  const findUnknown = Object.entries(args.shape).map(([argument, schema]) =>
    createUnknownFieldFinder(schema, argument, { foldCase: true }),
  );
  const unreadIn = (values: readonly unknown[], strict: boolean): IgnoredFieldNames => {
    const ignored = new IgnoredFields(strict);
    findUnknown.forEach((find, index) => {
      find(values[index], ignored);
    });
    return ignored.isEmpty ? {} : { ignored: ignored.names };
  };
  return (values, context) => {
    const { args, isExact } = bind(values);
    return body(args, context, isExact ? noIgnoredFieldNames : unreadIn(values, context.strict));
  };
};
