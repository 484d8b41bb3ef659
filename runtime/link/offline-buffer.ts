import { isHighVolumeEvent } from './raise-event.ts';
import type { RaisedEvent } from './runtime-link.ts';

const maxBufferedEvents = 10_000;

/**
 * Creates a buffer that ignores high-volume events, because they are outdated after a reconnect.
 * @param capacity maximum number of events; when it is exceeded, the oldest batches are dropped
 */
export const createOfflineBuffer = (capacity = maxBufferedEvents) => {
  let batches: (readonly RaisedEvent[])[] = [];
  let count = 0;
  return {
    /**
     * Adds a batch of events.
     * @returns the number of dropped events, not counting high-volume events, which are never buffered
     */
    add(batch: readonly RaisedEvent[]): number {
      const batchEvents = batch.filter((event) => !isHighVolumeEvent(event));
      if (batchEvents.length === 0) return 0;
      batches.push(batchEvents);
      count += batchEvents.length;
      const countBefore = count;
      // biome-ignore lint/style/noNonNullAssertion: what is counted is in the batches
      while (count > capacity) count -= batches.shift()!.length;
      return countBefore - count;
    },
    /** Removes and returns all buffered events, oldest first. */
    drain(): (readonly RaisedEvent[])[] {
      const drained = batches;
      batches = [];
      count = 0;
      return drained;
    },
  };
};
