// biome-ignore-all lint/style/noNonNullAssertion: what belongs to a slot lies within the arrays
import { Matrix4 } from 'three';
import type { Object3D } from 'three';
import type { SceneChanges } from '#spec/scene-changes.ts';
import type { SpanWriter } from './span-writer.ts';

/** What a look needs of where a node is. The node itself is large, and seldom in the caches of a processor. */
export interface Standing extends Pick<Object3D, 'position' | 'quaternion' | 'scale'> {
  readonly node: Object3D;
  readonly slot: number;
  /** Whether it stays where it was met in its parent. */
  readonly isFixed: boolean;
  /** Whether it is turned and scaled about another point than its position. */
  readonly isPivoted: boolean;
}

/** What became of the place of a node since the last look: it stayed, went elsewhere, or was also turned or scaled otherwise. */
const move = { none: 0, shift: 1, turn: 2 } as const;
type Move = (typeof move)[keyof typeof move];

/** Numbers of a slot: position, quaternion and scale of its node, then its matrix in the world. */
const worldAt = 10;
const positionAt = worldAt + 12;
const positionEnd = positionAt + 3;
const worldEnd = worldAt + 16;
/** The look at which it was last turned or scaled otherwise, and the one at which it was last elsewhere. */
const turnedAt = worldEnd;
const shiftedAt = turnedAt + 1;
const stride = shiftedAt + 1;

/** The slot of the world itself, in which a scene stands. */
const worldSlot = 0;

/** A drawable and where its node is. */
interface Placed {
  readonly id: number;
  readonly standing: Standing;
}

/**
 * Where nodes are in the world. Their numbers lie one after the other: between two frames little of a scene is left in the
 * caches of a processor, and a look that followed 1,000 nodes to their numbers would mostly wait for memory.
 */
export class Places {
  #numbers = new Float64Array(stride * 64);
  /** Slots of parents, and what became of each node in the latest look. */
  #above = new Int32Array(64);
  #moves = new Uint8Array(64);
  #slots = worldSlot + 1;
  readonly #free: number[] = [];
  readonly #matrix = new Matrix4();

  constructor() {
    this.#matrix.toArray(this.#numbers, worldSlot * stride + worldAt);
  }

  /** Has a node stand nowhere yet. */
  stand(node: Object3D): Standing {
    const { position, quaternion, scale } = node;
    const slot = this.#free.pop() ?? this.#slots;
    if (slot === this.#slots) this.#slots += 1;
    if (this.#slots > this.#above.length) this.#grow();
    this.#numbers.fill(Number.NaN, slot * stride, (slot + 1) * stride);
    this.#above[slot] = slot;
    const [isFixed, isPivoted] = [!node.matrixAutoUpdate, node.pivot !== null];
    return { node, slot, position, quaternion, scale, isFixed, isPivoted };
  }

  leave({ slot }: Standing): void {
    this.#free.push(slot);
  }

  /** Hangs a node under another, or into the world itself. */
  hang({ slot }: Standing, parent: Standing | undefined): void {
    const above = parent?.slot ?? worldSlot;
    if (this.#above[slot] === above) return;
    this.#above[slot] = above;
    this.#numbers.fill(Number.NaN, slot * stride, slot * stride + worldAt);
  }

  /** Looks where a node is, after its parent. */
  note(standing: Standing, look: number): void {
    const { slot } = standing;
    const above = this.#above[slot]!;
    const at = slot * stride;
    const moved = this.#moves[above]! as Move;
    const own = this.#ownMove(at, standing);
    const all = own > moved ? own : moved;
    this.#moves[slot] = all;
    const isTurn = all === move.turn || (all === move.shift && standing.isPivoted);
    if (isTurn) this.#turn(at, standing, look, above * stride + worldAt);
    else if (all === move.shift) this.#shift(at, look, above * stride + worldAt);
  }

  /** Counts as elsewhere from a look on. */
  renew({ slot }: Standing, look: number): void {
    this.#numbers[slot * stride + turnedAt] = look;
    this.#numbers[slot * stride + shiftedAt] = look;
  }

  /** Tells a node where it is in the world. */
  tell({ slot, node }: Standing): void {
    node.matrixWorld.fromArray(this.#numbers, slot * stride + worldAt);
  }

  /** Writes what of some drawables is elsewhere than at a look. What moves seldom turns: so long, three numbers tell of it what sixteen would. */
  write(placed: readonly Placed[], look: number, spans: SpanWriter): Pick<SceneChanges, 'moved' | 'shifted'> {
    const numbers = this.#numbers;
    const moved: Placed[] = [];
    const shifted: Placed[] = [];
    for (const one of placed) {
      const at = one.standing.slot * stride;
      if (numbers[at + turnedAt]! > look) moved.push(one);
      else if (numbers[at + shiftedAt]! > look) shifted.push(one);
    }
    return {
      moved: { ids: spans.add(idsOf(moved)), matrices: spans.add(this.#told(moved, worldAt, worldEnd)) },
      shifted: {
        ids: spans.add(idsOf(shifted)),
        positions: spans.add(this.#told(shifted, positionAt, positionEnd)),
      },
    };
  }

  #grow(): void {
    const [numbers, above, moves] = [this.#numbers, this.#above, this.#moves];
    this.#numbers = new Float64Array(numbers.length * 2);
    this.#above = new Int32Array(above.length * 2);
    this.#moves = new Uint8Array(moves.length * 2);
    this.#numbers.set(numbers);
    this.#above.set(above);
    this.#moves.set(moves);
  }

  /** Compares a node with what was found at the last look, and keeps what is found now. */
  #ownMove(at: number, standing: Standing): Move {
    const { position: p, quaternion: q, scale: s } = standing;
    if (standing.isFixed) return this.#fixedMove(at, standing);
    const numbers = this.#numbers;
    const isTurned =
      numbers[at + 3] !== q.x ||
      numbers[at + 4] !== q.y ||
      numbers[at + 5] !== q.z ||
      numbers[at + 6] !== q.w ||
      numbers[at + 7] !== s.x ||
      numbers[at + 8] !== s.y ||
      numbers[at + 9] !== s.z;
    if (isTurned) {
      q.toArray(numbers, at + 3);
      s.toArray(numbers, at + 7);
    } else if (numbers[at] === p.x && numbers[at + 1] === p.y && numbers[at + 2] === p.z) return move.none;
    p.toArray(numbers, at);
    return isTurned ? move.turn : move.shift;
  }

  #fixedMove(at: number, { node: { matrix } }: Standing): Move {
    if (!Number.isNaN(this.#numbers[at]!)) return move.none;
    this.#numbers.set(matrix.elements.slice(12, 15), at);
    return move.turn;
  }

  #turn(at: number, { node, isFixed }: Standing, look: number, above: number): void {
    if (!isFixed) node.updateMatrix();
    const { elements } = this.#matrix.fromArray(this.#numbers, above).multiply(node.matrix);
    for (let i = 0; i < elements.length; i += 1) {
      if (!this.#put(at + worldAt + i, elements[i]!)) continue;
      this.#numbers[at + shiftedAt] = look;
      if (worldAt + i < positionAt) this.#numbers[at + turnedAt] = look;
    }
  }

  /** Multiplies as matrices are, but the column alone that is another. */
  #shift(at: number, look: number, above: number): void {
    const numbers = this.#numbers;
    for (let row = 0; row < 3; row += 1) {
      const column = above + row;
      const told =
        numbers[column]! * numbers[at]! +
        numbers[column + 4]! * numbers[at + 1]! +
        numbers[column + 8]! * numbers[at + 2]! +
        numbers[column + 12]!;
      if (this.#put(at + positionAt + row, told)) numbers[at + shiftedAt] = look;
    }
  }

  /** @returns whether it is another number than before, once it is told */
  #put(at: number, number: number): boolean {
    const before = this.#numbers[at]!;
    this.#numbers[at] = number;
    return Math.fround(before) !== Math.fround(number);
  }

  #told(placed: readonly Placed[], start: number, end: number): Float32Array {
    const told = new Float32Array(placed.length * (end - start));
    let to = 0;
    for (const { standing } of placed) {
      const from = standing.slot * stride;
      for (let i = from + start; i < from + end; i += 1, to += 1) told[to] = this.#numbers[i]!;
    }
    return told;
  }
}

const idsOf = (placed: readonly Placed[]): Uint32Array => Uint32Array.from(placed, ({ id }) => id);
