interface TrackedNumbers {
  readonly id: number;
  readonly numbers: Float32Array;
  changedAt: number;
}

/** Tracks number arrays of drawables by id, each with the scan in which it last changed. */
export class FloatArrayTracker {
  readonly #tracks = new Map<number, TrackedNumbers>();

  update(id: number, scan: number, numbers: ArrayLike<number>): void {
    const tracked = this.#tracks.get(id);
    if (tracked?.numbers.length !== numbers.length) {
      this.#tracks.set(id, { id, numbers: Float32Array.from(numbers), changedAt: scan });
    } else if (!areEqual(tracked.numbers, numbers, 0, numbers.length)) {
      tracked.numbers.set(numbers);
      tracked.changedAt = scan;
    }
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.#tracks.delete(id);
  }

  /**
   * Lists the arrays that have changed since a scan. The numbers in these arrays are valid only until the next scan,
   * which overwrites them.
   */
  listChangedAfter(scan: number): TrackedNumbers[] {
    return [...this.#tracks.values()].filter(({ changedAt }) => changedAt > scan);
  }
}

/** Whether a range of numbers is equal after conversion to 32-bit floats. */
const areEqual = (before: Float32Array, now: ArrayLike<number>, start: number, end: number): boolean => {
  for (let i = start; i < end; i += 1) if (before[i] !== Math.fround(now[i] as number)) return false;
  return true;
};
