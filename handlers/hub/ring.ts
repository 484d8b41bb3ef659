/** Holds the newest of what is pushed. */
export interface Ring<T> {
  push(item: T): void;
  /** The newest items in a row that are wanted, oldest first. */
  newest(isWanted: (item: T) => boolean): T[];
  /** The newest of the items that are no longer held. */
  readonly lastLost: T | undefined;
}

export const createRing = <T>(capacity: number): Ring<T> => {
  const slots: T[] = [];
  let next = 0;
  let lastLost: T | undefined;
  const at = (age: number): T => slots[(next - 1 - age + slots.length) % slots.length]!;
  return {
    push(item) {
      lastLost = slots[next];
      slots[next] = item;
      next = (next + 1) % capacity;
    },
    newest(isWanted) {
      let count = 0;
      while (count < slots.length && isWanted(at(count))) count += 1;
      return Array.from({ length: count }, (_, index) => at(count - 1 - index));
    },
    get lastLost() {
      return lastLost;
    },
  };
};
