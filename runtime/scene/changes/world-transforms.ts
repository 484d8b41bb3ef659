// biome-ignore-all lint/style/noNonNullAssertion: what belongs to a slot lies within the arrays
import { Matrix4 } from 'three';
import type { Object3D } from 'three';
import type { SceneChanges } from '#spec/scene-changes.ts';
import type { SpanWriter } from './span-writer.ts';

/** What a look needs of where a node is. The node itself is large, and seldom in the caches of a processor. */
export interface NodeTransform extends Pick<Object3D, 'position' | 'quaternion' | 'scale'> {
  readonly node: Object3D;
  readonly slot: number;
  /** Whether it stays where it was met in its parent. */
  readonly isStatic: boolean;
  /** Whether it is turned and scaled about another point than its position. */
  readonly isPivoted: boolean;
}

/** What became of the place of a node since the last look: it stayed, went elsewhere, or was also turned or scaled otherwise. */
const moveKind = { none: 0, shift: 1, turn: 2 } as const;
type MoveKind = (typeof moveKind)[keyof typeof moveKind];

/** Numbers of a slot: position, quaternion and scale of its node, then its matrix in the world. */
const worldMatrixOffset = 10;
const positionOffset = worldMatrixOffset + 12;
const positionEnd = positionOffset + 3;
const worldMatrixEnd = worldMatrixOffset + 16;
/** The look at which it was last turned or scaled otherwise, and the one at which it was last elsewhere. */
const turnedAtOffset = worldMatrixEnd;
const shiftedAtOffset = turnedAtOffset + 1;
const stride = shiftedAtOffset + 1;

/** The slot of the world itself, in which a scene stands. */
const worldSlot = 0;

/** A drawable and where its node is. */
interface PositionedDrawable {
  readonly id: number;
  readonly transform: NodeTransform;
}

/**
 * Where nodes are in the world. Their numbers lie one after the other: between two frames little of a scene is left in the
 * caches of a processor, and a look that followed 1,000 nodes to their numbers would mostly wait for memory.
 */
export class WorldTransforms {
  #numbers = new Float64Array(stride * 64);
  /** Slots of parents, and what became of each node in the latest look. */
  #parentSlots = new Int32Array(64);
  #moves = new Uint8Array(64);
  #slotCount = worldSlot + 1;
  readonly #free: number[] = [];
  readonly #matrix = new Matrix4();

  constructor() {
    this.#matrix.toArray(this.#numbers, worldSlot * stride + worldMatrixOffset);
  }

  /** Has a node stand nowhere yet. */
  add(node: Object3D): NodeTransform {
    const { position, quaternion, scale } = node;
    const slot = this.#free.pop() ?? this.#slotCount;
    if (slot === this.#slotCount) this.#slotCount += 1;
    if (this.#slotCount > this.#parentSlots.length) this.#grow();
    this.#numbers.fill(Number.NaN, slot * stride, (slot + 1) * stride);
    this.#parentSlots[slot] = slot;
    const [isFixed, isPivoted] = [!node.matrixAutoUpdate, node.pivot !== null];
    return { node, slot, position, quaternion, scale, isStatic: isFixed, isPivoted };
  }

  remove({ slot }: NodeTransform): void {
    this.#free.push(slot);
  }

  /** Hangs a node under another, or into the world itself. */
  setParent({ slot }: NodeTransform, parent: NodeTransform | undefined): void {
    const above = parent?.slot ?? worldSlot;
    if (this.#parentSlots[slot] === above) return;
    this.#parentSlots[slot] = above;
    this.#numbers.fill(Number.NaN, slot * stride, slot * stride + worldMatrixOffset);
  }

  /** Looks where a node is, after its parent. */
  update(standing: NodeTransform, look: number): void {
    const { slot } = standing;
    const above = this.#parentSlots[slot]!;
    const at = slot * stride;
    const moved = this.#moves[above]! as MoveKind;
    const own = this.#detectMove(at, standing);
    const all = own > moved ? own : moved;
    this.#moves[slot] = all;
    const isTurn = all === moveKind.turn || (all === moveKind.shift && standing.isPivoted);
    if (isTurn) this.#recomputeMatrix(at, standing, look, above * stride + worldMatrixOffset);
    else if (all === moveKind.shift) this.#translateMatrix(at, look, above * stride + worldMatrixOffset);
  }

  /** Counts as elsewhere from a look on. */
  markMoved({ slot }: NodeTransform, look: number): void {
    this.#numbers[slot * stride + turnedAtOffset] = look;
    this.#numbers[slot * stride + shiftedAtOffset] = look;
  }

  /** Tells a node where it is in the world. */
  copyToNode({ slot, node }: NodeTransform): void {
    node.matrixWorld.fromArray(this.#numbers, slot * stride + worldMatrixOffset);
  }

  /** Writes what of some drawables is elsewhere than at a look. What moves seldom turns: so long, three numbers tell of it what sixteen would. */
  writeMoved(
    placed: readonly PositionedDrawable[],
    look: number,
    spans: SpanWriter,
  ): Pick<SceneChanges, 'moved' | 'shifted'> {
    const numbers = this.#numbers;
    const moved: PositionedDrawable[] = [];
    const shifted: PositionedDrawable[] = [];
    for (const one of placed) {
      const at = one.transform.slot * stride;
      if (numbers[at + turnedAtOffset]! > look) moved.push(one);
      else if (numbers[at + shiftedAtOffset]! > look) shifted.push(one);
    }
    return {
      moved: {
        ids: spans.add(listIds(moved)),
        matrices: spans.add(this.#collectNumbers(moved, worldMatrixOffset, worldMatrixEnd)),
      },
      shifted: {
        ids: spans.add(listIds(shifted)),
        positions: spans.add(this.#collectNumbers(shifted, positionOffset, positionEnd)),
      },
    };
  }

  #grow(): void {
    const [numbers, above, moves] = [this.#numbers, this.#parentSlots, this.#moves];
    this.#numbers = new Float64Array(numbers.length * 2);
    this.#parentSlots = new Int32Array(above.length * 2);
    this.#moves = new Uint8Array(moves.length * 2);
    this.#numbers.set(numbers);
    this.#parentSlots.set(above);
    this.#moves.set(moves);
  }

  /** Compares a node with what was found at the last look, and keeps what is found now. */
  #detectMove(at: number, standing: NodeTransform): MoveKind {
    const { position: p, quaternion: q, scale: s } = standing;
    if (standing.isStatic) return this.#detectStaticMove(at, standing);
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
    } else if (numbers[at] === p.x && numbers[at + 1] === p.y && numbers[at + 2] === p.z)
      return moveKind.none;
    p.toArray(numbers, at);
    return isTurned ? moveKind.turn : moveKind.shift;
  }

  #detectStaticMove(at: number, { node: { matrix } }: NodeTransform): MoveKind {
    if (!Number.isNaN(this.#numbers[at]!)) return moveKind.none;
    this.#numbers.set(matrix.elements.slice(12, 15), at);
    return moveKind.turn;
  }

  #recomputeMatrix(at: number, { node, isStatic }: NodeTransform, look: number, above: number): void {
    if (!isStatic) node.updateMatrix();
    const { elements } = this.#matrix.fromArray(this.#numbers, above).multiply(node.matrix);
    for (let i = 0; i < elements.length; i += 1) {
      if (!this.#storeNumber(at + worldMatrixOffset + i, elements[i]!)) continue;
      this.#numbers[at + shiftedAtOffset] = look;
      if (worldMatrixOffset + i < positionOffset) this.#numbers[at + turnedAtOffset] = look;
    }
  }

  /** Multiplies as matrices are, but the column alone that is another. */
  #translateMatrix(at: number, look: number, above: number): void {
    const numbers = this.#numbers;
    for (let row = 0; row < 3; row += 1) {
      const column = above + row;
      const told =
        numbers[column]! * numbers[at]! +
        numbers[column + 4]! * numbers[at + 1]! +
        numbers[column + 8]! * numbers[at + 2]! +
        numbers[column + 12]!;
      if (this.#storeNumber(at + positionOffset + row, told)) numbers[at + shiftedAtOffset] = look;
    }
  }

  /** @returns whether it is another number than before, once it is told */
  #storeNumber(at: number, number: number): boolean {
    const before = this.#numbers[at]!;
    this.#numbers[at] = number;
    return Math.fround(before) !== Math.fround(number);
  }

  #collectNumbers(placed: readonly PositionedDrawable[], start: number, end: number): Float32Array {
    const told = new Float32Array(placed.length * (end - start));
    let to = 0;
    for (const { transform } of placed) {
      const from = transform.slot * stride;
      for (let i = from + start; i < from + end; i += 1, to += 1) told[to] = this.#numbers[i]!;
    }
    return told;
  }
}

const listIds = (placed: readonly PositionedDrawable[]): Uint32Array =>
  Uint32Array.from(placed, ({ id }) => id);
