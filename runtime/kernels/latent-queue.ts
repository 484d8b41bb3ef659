interface LatentEntry<Owner> {
  due: number;
  readonly order: number;
  /** The owner of the entry; `undefined` after the entry has been cancelled. */
  owner: Owner | undefined;
}

export type PendingLatent<Owner> = LatentEntry<Owner>;

const isBefore = <O>(a: LatentEntry<O>, b: LatentEntry<O>): boolean =>
  a.due < b.due || (a.due === b.due && a.order < b.order);

/** Minimum number of entries at which removing the cancelled entries is worthwhile. */
const minSweepEntries = 1_024;

/**
 * Creates a queue as a binary heap. Cancelled entries stay in the heap until they reach the top, or until the size of
 * the heap has doubled since the last sweep.
 */
export const createLatentQueue = <Owner>() => {
  let heap: LatentEntry<Owner>[] = [];
  let scheduled = 0;
  let sweepSize = minSweepEntries;

  const siftUp = (from: number): void => {
    const entry = heap[from];
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent])) break;
      heap[index] = heap[parent];
      index = parent;
    }
    heap[index] = entry;
  };

  const siftDown = (entry: LatentEntry<Owner>): void => {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child += 1;
      if (!isBefore(heap[child], entry)) break;
      heap[index] = heap[child];
      index = child;
    }
    heap[index] = entry;
  };

  const removeFirst = (): LatentEntry<Owner> => {
    const first = heap[0];
    const last = heap.pop();
    if (last && heap.length > 0) siftDown(last);
    return first;
  };

  /** Removes cancelled entries. The remaining entries are sorted, and a sorted array is a valid heap. */
  const removeCancelled = (): void => {
    heap = heap.filter(({ owner }) => owner !== undefined).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    sweepSize = Math.max(minSweepEntries, 2 * heap.length);
  };

  return {
    add(due: number, owner: Owner): PendingLatent<Owner> {
      if (heap.length >= sweepSize) removeCancelled();
      scheduled += 1;
      const entry = { due, order: scheduled, owner };
      heap.push(entry);
      siftUp(heap.length - 1);
      return entry;
    },
    /**
     * Removes and returns the earliest entry that is due at or before this tick. Returns `undefined` when no entry is
     * due.
     */
    takeDue(tick: number): { readonly owner: Owner; readonly entry: PendingLatent<Owner> } | undefined {
      while (heap.length > 0 && heap[0].due <= tick) {
        const entry = removeFirst();
        if (entry.owner !== undefined) return { owner: entry.owner, entry };
      }
      return undefined;
    },
  };
};

/** All pending latent runs of the runtime, ordered by due tick and then by the order of scheduling. */
export type LatentQueue<Owner> = ReturnType<typeof createLatentQueue<Owner>>;
