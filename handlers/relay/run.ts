/** One run of the service, as a relay serves it. */
import { fromCarriedFault } from '../carrier/carried-fault.ts';
import type { readAnswer } from '../carrier/answer-codec.ts';
import type { RelayCarrier } from '../carrier/carrier.ts';
import { Batch, type Question, type ServiceState } from '../carrier/messages.ts';
import { readMessage } from '../carrier/read-message.ts';
import { createHub, type Hub, type HubOptions } from '../hub/hub.ts';
import type { RunAction } from '../hub/methods/method.ts';
import type { Scheduler } from '../scheduler.ts';
import { createRelayedStream, type RelayedStream } from './relayed-stream.ts';

/** What the service has answered. */
export type Answer = ReturnType<typeof readAnswer>;

/** What the hub of each run is made with. */
export interface RunParts {
  readonly carrier: Pick<RelayCarrier, 'follow' | 'count'>;
  readonly scheduler: Scheduler;
  readonly options: Omit<HubOptions, 'bus' | 'runAction' | 'reached' | 'scheduler'>;
  ask(streamId: string, question: Question): Promise<Answer>;
}

interface Run {
  readonly streamId: string;
  readonly hub: Hub;
  /** The number of the last event that came. */
  readonly seq: number;
  /** The number of the last event, by the service's own word. */
  confirm(seq: number): void;
  /** Closes the connections; resolves when their sockets are closed. */
  end(reason: string): Promise<void>;
}

/** Longest that a relay reads what the stream still holds before it lets anybody in. */
const catchUpMs = 10_000;

/** Opens the hub of a run, when it has read what the stream still holds of it. */
export const openRun = async (
  { carrier, scheduler, options, ask }: RunParts,
  { streamId, seq }: ServiceState,
): Promise<Run> => {
  const stream = createRelayedStream(streamId, seq, scheduler);
  const runAction: RunAction = async (action, parameters, { token }) => {
    const { head } = await ask(streamId, { kind: 'action', token, action, parameters });
    await stream.reached(head.seq);
    if (head.kind === 'fault') throw fromCarriedFault(head.fault);
    if (head.kind !== 'outcome') throw new Error(`An action was answered by ${head.kind}.`);
    return head.outcome;
  };
  const hub = createHub({
    ...options,
    ...{ bus: stream, scheduler, runAction },
    reached: (of, last) => (of === streamId ? stream.reached(last) : undefined),
  });
  const unfollow = await catchUp({ carrier, scheduler }, stream);
  await stream.reached(seq);
  stream.skipTo(seq);
  stream.goLive();
  return {
    streamId,
    hub,
    get seq() {
      return stream.seq;
    },
    confirm: stream.confirm,
    end(reason) {
      unfollow();
      return hub.close(reason);
    },
  };
};

/** Reads what is there, and goes on with what comes. @returns ends it */
const catchUp = async (
  { carrier, scheduler }: Pick<RunParts, 'carrier' | 'scheduler'>,
  stream: RelayedStream,
): Promise<() => void> => {
  const held = await carrier.count(stream.streamId).catch(() => 0);
  let caughtUp = (): void => {};
  const caught = new Promise<void>((resolve) => {
    caughtUp = resolve;
  });
  const unfollow = carrier.follow(stream.streamId, ({ message, pending }) => {
    const batch = readMessage(Batch, message);
    if (batch) stream.take(batch);
    if (pending === 0) caughtUp();
  });
  const cancel = scheduler.after(held > 0 ? catchUpMs : 0, caughtUp);
  await caught;
  cancel();
  return unfollow;
};
