import { isHighVolumeEvent } from './high-volume-events.ts';
import type { RaisedEvent } from './runtime-link.ts';

/** Buffers the events of a runtime while nobody is connected. */
interface OfflineBuffer {
  /** @returns how many events were dropped, not counting high-volume ones, which are never buffered */
  add(batch: readonly RaisedEvent[]): number;
  /** All that was kept, oldest first; it is kept no longer. */
  drain(): (readonly RaisedEvent[])[];
}

const maxBufferedEvents = 10_000;

/**
 * Keeps what matters later: high-volume events are about a moment that has passed.
 * @param capacity events; the oldest batches give way
 */
export const createOfflineBuffer = (capacity = maxBufferedEvents): OfflineBuffer => {
  let batches: (readonly RaisedEvent[])[] = [];
  let count = 0;
  return {
    add(batch) {
      const kept = batch.filter((event) => !isHighVolumeEvent(event));
      if (kept.length === 0) return 0;
      batches.push(kept);
      count += kept.length;
      const before = count;
      // biome-ignore lint/style/noNonNullAssertion: what is counted is in the batches
      while (count > capacity) count -= batches.shift()!.length;
      return before - count;
    },
    drain() {
      const all = batches;
      batches = [];
      count = 0;
      return all;
    },
  };
};
