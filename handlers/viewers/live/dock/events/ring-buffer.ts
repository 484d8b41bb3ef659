/** A list of the latest items. When it is full, a new item replaces the oldest one. */
interface RingBuffer<T> {
  push(item: T): void;
  /** Returns the items, oldest first. */
  latest(): readonly T[];
  /** The number of items that were dropped to make room for new ones. */
  readonly dropped: number;
  /** Keeps only the items that match. */
  filter(predicate: (item: T) => boolean): void;
}

export const createRingBuffer = <T>(capacity: number): RingBuffer<T> => {
  let items: T[] = [];
  let count = 0;
  const latest = (): T[] => items.slice(-capacity);
  return {
    push(item) {
      items.push(item);
      count += 1;
      if (items.length === 2 * capacity) items = latest();
    },
    latest,
    get dropped() {
      return Math.max(0, count - capacity);
    },
    filter(predicate) {
      items = latest().filter(predicate);
      count = items.length;
    },
  };
};
