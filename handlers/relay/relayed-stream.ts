import type { EventSink } from '#runtime/controller/bus/bus.ts';
import type { Batch } from '../carrier/messages.ts';
import type { HubStream } from '../hub/hub.ts';
import type { Scheduler } from '../scheduler.ts';

/** The stream of one run of a service, as it comes to a relay. */
export interface RelayedStream extends HubStream {
  /**
   * Delivers what is new in a batch; numbers that it skips will not come. A batch that skips numbers beyond the last one the
   * service has confirmed is held back, as it may be forged, until the service confirms it or says otherwise twice.
   */
  take(batch: Batch): void;
  /** The number of the last event, by the service's own word. */
  confirm(seq: number): void;
  /** From now on batches that skip nothing are delivered unconfirmed. */
  goLive(): void;
  /** Takes it that nothing up to this number will come any more. */
  skipTo(seq: number): void;
  /** Resolves when this number has come, or when it has been waited for long enough; undefined when it is there already. */
  reached(seq: number): Promise<void> | undefined;
}

/** What is known to be on its way comes within this time, or not at all. */
const reachMs = 2_000;

/** Batches that are held back at once; the latest are dropped beyond that. */
const mostHeld = 1_000;

interface Held {
  readonly batch: Batch;
  /** How many times the service has not confirmed it. */
  readonly denials: number;
}

const lastOf = ({ first, count }: Batch): number => first + count - 1;

interface Waiting {
  readonly seq: number;
  readonly done: () => void;
}

/** @param confirmed the number of the last event, by the service's own word */
export const createRelayedStream = (
  streamId: string,
  confirmed: number,
  scheduler: Scheduler,
): RelayedStream => {
  let confirmedSeq = confirmed;
  let isLive = false;
  let held: Held[] = [];
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
  const deliver = (batch: Batch): void => {
    const { first, count, events } = batch;
    const known = Math.max(0, seq + 1 - first);
    if (known >= count) return;
    if (events) hand(events.slice(known), first + known);
    else skipTo(lastOf(batch));
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
    take(batch) {
      const skipsNothing = isLive && batch.events !== undefined && batch.first <= seq + 1;
      if (skipsNothing || lastOf(batch) <= confirmedSeq) deliver(batch);
      else if (held.length < mostHeld) held.push({ batch, denials: 0 });
    },
    confirm(to) {
      confirmedSeq = to;
      const waiting = held;
      held = [];
      for (const one of waiting) {
        if (lastOf(one.batch) <= to) deliver(one.batch);
        else if (one.denials === 0) held.push({ ...one, denials: 1 });
      }
    },
    goLive() {
      isLive = true;
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
