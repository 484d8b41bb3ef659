/** Holds the latest items, up to a maximum. */
interface RingBuffer<T> {
  push(item: T): void;
  /** Oldest first. */
  latest(): readonly T[];
  /** How many items were dropped to make room. */
  readonly dropped: number;
  /** Keeps only matching items. */
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
