import type { EventSink } from '#runtime/controller/bus/bus.ts';
import type { Batch } from '../carrier/messages.ts';
import type { HubStream } from '../hub/hub.ts';
import type { Scheduler } from '../scheduler.ts';

/** The stream of one run of a service, as it comes to a relay. */
export interface RelayedStream extends HubStream {
  /** Hands on what is new in a batch; numbers that it skips will not come. */
  take(batch: Batch): void;
  /** Takes it that nothing up to this number will come any more. */
  skipTo(seq: number): void;
  /** Resolves when this number has come, or when it has been waited for long enough; undefined when it is there already. */
  reached(seq: number): Promise<void> | undefined;
}

/** What is known to be on its way comes within this time, or not at all. */
const reachMs = 2_000;

interface Waiting {
  readonly seq: number;
  readonly done: () => void;
}

export const createRelayedStream = (streamId: string, scheduler: Scheduler): RelayedStream => {
  const sinks = new Set<EventSink>();
  let waiting: Waiting[] = [];
  let seq = 0;
  const settle = (): void => {
    if (waiting.length === 0) return;
    const due = waiting.filter((one) => one.seq <= seq);
    waiting = waiting.filter((one) => one.seq > seq);
    for (const { done } of due) done();
  };
  const hand: EventSink = (events, first) => {
    seq = first + events.length - 1;
    for (const sink of sinks) sink(events, first);
    settle();
  };
  const skipTo = (to: number): void => {
    if (to > seq) hand([], to + 1);
  };
  return {
    streamId,
    get seq() {
      return seq;
    },
    subscribe(sink) {
      sinks.add(sink);
      return () => sinks.delete(sink);
    },
    take({ first, count, events }) {
      const known = Math.max(0, seq + 1 - first);
      if (known >= count) return;
      if (events) hand(events.slice(known), first + known);
      else skipTo(first + count - 1);
    },
    skipTo,
    reached: (wanted) =>
      wanted <= seq
        ? undefined
        : new Promise((resolve) => {
            const cancel = scheduler.after(reachMs, () => {
              waiting = waiting.filter((one) => one !== own);
              resolve();
            });
            const own: Waiting = {
              seq: wanted,
              done() {
                cancel();
                resolve();
              },
            };
            waiting.push(own);
          }),
  };
};
