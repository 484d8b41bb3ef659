interface TrackedNumbers {
  readonly id: number;
  readonly numbers: Float32Array;
  changedAt: number;
}

/** Numbers of drawables by their ids, with the look at which they were last others than before. */
export class FloatArrayTracker {
  readonly #tracks = new Map<number, TrackedNumbers>();

  update(id: number, look: number, numbers: ArrayLike<number>): void {
    const found = this.#tracks.get(id);
    if (found?.numbers.length !== numbers.length) {
      this.#tracks.set(id, { id, numbers: Float32Array.from(numbers), changedAt: look });
    } else if (!areEqual(found.numbers, numbers, 0, numbers.length)) {
      found.numbers.set(numbers);
      found.changedAt = look;
    }
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.#tracks.delete(id);
  }

  /** What has changed after a look; the numbers change with the next look. */
  listChangedAfter(look: number): TrackedNumbers[] {
    return [...this.#tracks.values()].filter(({ changedAt }) => changedAt > look);
  }
}

/** Whether numbers are the same from one place to another, once they are floats. */
const areEqual = (before: Float32Array, now: ArrayLike<number>, start: number, end: number): boolean => {
  for (let i = start; i < end; i += 1) if (before[i] !== Math.fround(now[i] as number)) return false;
  return true;
};
