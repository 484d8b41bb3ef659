// biome-ignore-all lint/style/noNonNullAssertion: the slots of what is held are filled
/** Holds the newest of what is pushed. */
interface RingBuffer<T> {
  push(item: T): void;
  /** The newest items in a row that are wanted, oldest first. */
  listNewestWhile(isWanted: (item: T) => boolean): T[];
  /** The newest of the items that are no longer held. */
  readonly lastDropped: T | undefined;
}

interface RingBufferLimits {
  /** Items held at most. */
  readonly capacity: number;
  /** What they may weigh together; the newest is held in any case. */
  readonly maxWeight: number;
}

/** What is held, with what it weighs. */
interface Weighted {
  readonly weight: number;
}

export const createRingBuffer = <T extends Weighted>({
  capacity,
  maxWeight,
}: RingBufferLimits): RingBuffer<T> => {
  const slots: (T | undefined)[] = [];
  let next = 0;
  let held = 0;
  let weight = 0;
  let lastLost: T | undefined;
  const placeOf = (age: number): number => (next - 1 - age + capacity) % capacity;

  const loseOldest = (): void => {
    const place = placeOf(held - 1);
    lastLost = slots[place]!;
    slots[place] = undefined;
    weight -= lastLost.weight;
    held -= 1;
  };

  return {
    push(item) {
      if (held === capacity) loseOldest();
      slots[next] = item;
      next = (next + 1) % capacity;
      held += 1;
      weight += item.weight;
      while (weight > maxWeight && held > 1) loseOldest();
    },
    listNewestWhile(isWanted) {
      let count = 0;
      while (count < held && isWanted(slots[placeOf(count)]!)) count += 1;
      return Array.from({ length: count }, (_, index) => slots[placeOf(count - 1 - index)]!);
    },
    get lastDropped() {
      return lastLost;
    },
  };
};
