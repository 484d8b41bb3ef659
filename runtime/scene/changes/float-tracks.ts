interface Track {
  readonly numbers: Float32Array;
  changedAt: number;
}

/** Numbers of drawables by their ids, with the look at which they were last others than before. */
export class FloatTracks {
  readonly #tracks = new Map<number, Track>();

  note(id: number, look: number, numbers: ArrayLike<number>): void {
    const found = this.#tracks.get(id);
    if (found?.numbers.length !== numbers.length) {
      this.#tracks.set(id, { numbers: Float32Array.from(numbers), changedAt: look });
    } else if (!isSame(found.numbers, numbers)) {
      found.numbers.set(numbers);
      found.changedAt = look;
    }
  }

  forget(ids: readonly number[]): void {
    for (const id of ids) this.#tracks.delete(id);
  }

  /** What has changed after a look: ids, and with each its numbers, which change with the next look. */
  changedAfter(look: number): { readonly ids: number[]; readonly numbers: Float32Array[] } {
    const ids: number[] = [];
    const changed: Float32Array[] = [];
    this.#tracks.forEach(({ numbers, changedAt }, id) => {
      if (changedAt <= look) return;
      ids.push(id);
      changed.push(numbers);
    });
    return { ids, numbers: changed };
  }
}

const isSame = (before: Float32Array, now: ArrayLike<number>): boolean => {
  for (let i = 0; i < before.length; i += 1) if (before[i] !== Math.fround(now[i] as number)) return false;
  return true;
};
