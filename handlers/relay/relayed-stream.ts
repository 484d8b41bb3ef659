import { createEventKinds } from '../controller/bus/event-kinds.ts';
import type { EventSink } from '../controller/bus/event-bus.ts';
import type { EventBatch } from '../broker/relay-messages.ts';
import type { HubStream } from '../hub/hub.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';

/** The event stream from one run of a service, as received by a relay. */
export interface RelayedStream extends HubStream {
  /**
   * Delivers the new events in a batch. Sequence numbers that the batch skips will not arrive. A batch that skips
   * numbers beyond the last confirmed one may be forged. Such a batch is held until the service confirms it; after two
   * denials, the batch is dropped.
   */
  acceptBatch(batch: EventBatch): void;
  /** Sets the last event's sequence number, as published by the service. */
  confirmSeq(seq: number): void;
  /** From now on, batches that skip no sequence numbers are delivered without confirmation. */
  goLive(): void;
  /** Assumes that no more events up to this sequence number will arrive. */
  skipTo(seq: number): void;
  /**
   * Waits until the event with this sequence number has arrived. The promise also resolves if the wait times out.
   * @returns `undefined` if the event has already arrived
   */
  waitForSeq(seq: number): Promise<void> | undefined;
}

/** Events in transit arrive within this time, or never. */
const seqTimeoutMs = 2_000;

/** The maximum number of held batches. When this number is reached, further batches are dropped. */
const maxHeldBatches = 1_000;

interface HeldBatch {
  readonly batch: EventBatch;
  /** The number of published states that did not confirm the batch. */
  readonly denials: number;
}

const getLastSeq = ({ first, count }: EventBatch): number => first + count - 1;

interface SeqWaiter {
  readonly seq: number;
  readonly resolve: () => void;
}

/**
 * Creates the event stream of a run.
 * @param confirmed the last event's sequence number, as published by the service
 */
export const createRelayedStream = (
  streamId: string,
  confirmed: number,
  scheduler: Scheduler,
): RelayedStream => {
  let confirmedSeq = confirmed;
  let isLive = false;
  let heldBatches: HeldBatch[] = [];
  const sinks = new Set<EventSink>();
  let waiting: SeqWaiter[] = [];
  let seq = 0;
  const resolveWaiters = (): void => {
    if (waiting.length === 0) return;
    const due = waiting.filter((waiter) => waiter.seq <= seq);
    waiting = waiting.filter((waiter) => waiter.seq > seq);
    for (const { resolve } of due) resolve();
  };
  const deliverEvents: EventSink = (events, first) => {
    seq = first + events.length - 1;
    for (const sink of sinks) sink(events, first);
    resolveWaiters();
  };
  const skipTo = (to: number): void => {
    if (to > seq) deliverEvents([], to + 1);
  };
  const deliver = (batch: EventBatch): void => {
    const { first, count, events } = batch;
    const knownCount = Math.max(0, seq + 1 - first);
    if (knownCount >= count) return;
    if (events) deliverEvents(events.slice(knownCount), first + knownCount);
    else skipTo(getLastSeq(batch));
  };
  return {
    streamId,
    kinds: createEventKinds(),
    get seq() {
      return seq;
    },
    subscribe(sink) {
      sinks.add(sink);
      return () => sinks.delete(sink);
    },
    acceptBatch(batch) {
      const isContiguous = isLive && batch.events !== undefined && batch.first <= seq + 1;
      if (isContiguous || getLastSeq(batch) <= confirmedSeq) deliver(batch);
      else if (heldBatches.length < maxHeldBatches) heldBatches.push({ batch, denials: 0 });
    },
    confirmSeq(to) {
      confirmedSeq = to;
      const waiting = heldBatches;
      heldBatches = [];
      for (const entry of waiting) {
        if (getLastSeq(entry.batch) <= to) deliver(entry.batch);
        else if (entry.denials === 0) heldBatches.push({ ...entry, denials: 1 });
      }
    },
    goLive() {
      isLive = true;
    },
    skipTo,
    waitForSeq: (requested) =>
      requested <= seq
        ? undefined
        : new Promise((resolve) => {
            const cancel = scheduler.after(seqTimeoutMs, () => {
              waiting = waiting.filter((waiter) => waiter !== newWaiter);
              resolve();
            });
            const newWaiter: SeqWaiter = {
              seq: requested,
              resolve() {
                cancel();
                resolve();
              },
            };
            waiting.push(newWaiter);
          }),
  };
};
