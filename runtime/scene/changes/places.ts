import { areSame } from './float-tracks.ts';
import type { SceneChanges } from '#spec/scene-changes.ts';
import type { SpanWriter } from './span-writer.ts';

interface Place {
  readonly id: number;
  /** From the geometry to the world. */
  readonly matrix: Float32Array;
  /** The look at which it was last turned or scaled otherwise. */
  turnedAt: number;
  /** The look at which it was last elsewhere. */
  shiftedAt: number;
}

const matrixLength = 16;
/** Where a matrix has the position: the last column, without its 1. */
const [positionAt, positionEnd] = [12, 15];

/** Where drawables are in the world. What moves seldom turns: so long, three numbers tell of it what sixteen would. */
export class Places {
  readonly #places = new Map<number, Place>();

  note(id: number, look: number, matrix: ArrayLike<number>): void {
    const found = this.#places.get(id);
    if (!found) {
      this.#places.set(id, { id, matrix: Float32Array.from(matrix), turnedAt: look, shiftedAt: look });
      return;
    }
    if (!areSame(found.matrix, matrix, 0, positionAt)) found.turnedAt = look;
    else if (areSame(found.matrix, matrix, positionAt, positionEnd)) return;
    found.shiftedAt = look;
    found.matrix.set(matrix);
  }

  forget(ids: readonly number[]): void {
    for (const id of ids) this.#places.delete(id);
  }

  /** Writes what is elsewhere than at a look. */
  write(look: number, spans: SpanWriter): Pick<SceneChanges, 'moved' | 'shifted'> {
    const moved: Place[] = [];
    const shifted: Place[] = [];
    for (const place of this.#places.values()) {
      if (place.turnedAt > look) moved.push(place);
      else if (place.shiftedAt > look) shifted.push(place);
    }
    return {
      moved: { ids: spans.add(idsOf(moved)), matrices: spans.add(numbersOf(moved, 0, matrixLength)) },
      shifted: {
        ids: spans.add(idsOf(shifted)),
        positions: spans.add(numbersOf(shifted, positionAt, positionEnd)),
      },
    };
  }
}

const idsOf = (places: readonly Place[]): Uint32Array => Uint32Array.from(places, ({ id }) => id);

/** A stretch of each matrix, one after the other. */
const numbersOf = (places: readonly Place[], start: number, end: number): Float32Array => {
  const numbers = new Float32Array(places.length * (end - start));
  let at = 0;
  for (const { matrix } of places) {
    for (let i = start; i < end; i += 1, at += 1) numbers[at] = matrix[i] as number;
  }
  return numbers;
};
