// biome-ignore-all lint/style/noNonNullAssertion: the slots of what is held are filled
/** A buffer that holds the newest of the items that were pushed. */
interface RingBuffer<T> {
  push(item: T): void;
  /** Returns the newest consecutive items that match, with the oldest of them first. */
  listNewestWhile(isWanted: (item: T) => boolean): T[];
  /** The newest item that has been dropped. */
  readonly lastDropped: T | undefined;
}

interface RingBufferLimits {
  /** The maximum number of items. */
  readonly capacity: number;
  /** The maximum total weight of the items. The newest item is kept even if it exceeds this weight. */
  readonly maxWeight: number;
}

/** An item with its weight. */
interface Weighted {
  readonly weight: number;
}

export const createRingBuffer = <T extends Weighted>({
  capacity,
  maxWeight,
}: RingBufferLimits): RingBuffer<T> => {
  const slots: (T | undefined)[] = [];
  let next = 0;
  let size = 0;
  let weight = 0;
  let lastDropped: T | undefined;
  const getIndex = (age: number): number => (next - 1 - age + capacity) % capacity;

  const dropOldest = (): void => {
    const slot = getIndex(size - 1);
    lastDropped = slots[slot]!;
    slots[slot] = undefined;
    weight -= lastDropped.weight;
    size -= 1;
  };

  return {
    push(item) {
      if (size === capacity) dropOldest();
      slots[next] = item;
      next = (next + 1) % capacity;
      size += 1;
      weight += item.weight;
      while (weight > maxWeight && size > 1) dropOldest();
    },
    listNewestWhile(isWanted) {
      let count = 0;
      while (count < size && isWanted(slots[getIndex(count)]!)) count += 1;
      return Array.from({ length: count }, (_, index) => slots[getIndex(count - 1 - index)]!);
    },
    get lastDropped() {
      return lastDropped;
    },
  };
};
