import { Matrix4, type Object3D } from 'three';
import type { NumberSpan, SceneChanges } from '#spec/scene-changes.ts';

/**
 * The parts of a node that a scan needs. These parts are stored separately, because the node itself is large and rarely
 * in the CPU cache.
 */
export interface NodeTransform extends Pick<Object3D, 'position' | 'quaternion' | 'scale'> {
  readonly node: Object3D;
  readonly slot: number;
  /** Whether the node's local transform never changes. */
  readonly isStatic: boolean;
  /** Whether the node rotates and scales around a pivot other than its position. */
  readonly isPivoted: boolean;
}

/**
 * How a node has changed since the last scan: `none` for not at all, `shift` for a new position only, and `turn` for a
 * new rotation or scale.
 */
const moveKind = { none: 0, shift: 1, turn: 2 } as const;
type MoveKind = (typeof moveKind)[keyof typeof moveKind];

/** The layout of a slot: the position, quaternion and scale of its node, then the node's world matrix. */
const worldMatrixOffset = 10;
const positionOffset = worldMatrixOffset + 12;
const positionEnd = positionOffset + 3;
const worldMatrixEnd = worldMatrixOffset + 16;
/** The offsets of the scan in which the node last rotated or scaled, and of the scan in which it last moved. */
const turnedAtOffset = worldMatrixEnd;
const shiftedAtOffset = turnedAtOffset + 1;
const stride = shiftedAtOffset + 1;

/** The slot of the world, which is the parent of the scene. */
const worldSlot = 0;

interface PositionedDrawable {
  readonly id: number;
  readonly transform: NodeTransform;
}

/**
 * The world transforms of nodes. Their numbers are stored contiguously: between two frames, little of a scene stays in
 * the CPU cache, so a scan of 1,000 separate nodes would mostly wait for memory.
 */
export class WorldTransforms {
  #numbers = new Float64Array(stride * 64);
  /** The slot of each node's parent. `#moves` holds the change of each node in the latest scan. */
  #parentSlots = new Int32Array(64);
  #moves = new Uint8Array(64);
  #slotCount = worldSlot + 1;
  readonly #free: number[] = [];
  readonly #matrix = new Matrix4();

  constructor() {
    this.#matrix.toArray(this.#numbers, worldSlot * stride + worldMatrixOffset);
  }

  /** Adds a node that has no parent yet. */
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

  /** Sets the parent of a node. If `parent` is `undefined`, the node's parent is the world. */
  setParent({ slot }: NodeTransform, parent: NodeTransform | undefined): void {
    const parentSlot = parent?.slot ?? worldSlot;
    if (this.#parentSlots[slot] === parentSlot) return;
    this.#parentSlots[slot] = parentSlot;
    this.#numbers.fill(Number.NaN, slot * stride, slot * stride + worldMatrixOffset);
  }

  /** Updates the world transform of a node. Must be called after the update of its parent. */
  update(transform: NodeTransform, scan: number): void {
    const { slot } = transform;
    const parentSlot = this.#parentSlots[slot];
    const at = slot * stride;
    const parentMove = this.#moves[parentSlot] as MoveKind;
    const ownMove = this.#detectMove(at, transform);
    const move = ownMove > parentMove ? ownMove : parentMove;
    this.#moves[slot] = move;
    const isRotated = move === moveKind.turn || (move === moveKind.shift && transform.isPivoted);
    if (isRotated) this.#recomputeMatrix(at, transform, scan, parentSlot * stride + worldMatrixOffset);
    else if (move === moveKind.shift)
      this.#translateMatrix(at, scan, parentSlot * stride + worldMatrixOffset);
  }

  /** Marks a node as moved and turned in a scan. */
  markMoved({ slot }: NodeTransform, scan: number): void {
    this.#numbers[slot * stride + turnedAtOffset] = scan;
    this.#numbers[slot * stride + shiftedAtOffset] = scan;
  }

  /** Copies the world matrix of a slot to its node. */
  copyToNode({ slot, node }: NodeTransform): void {
    node.matrixWorld.fromArray(this.#numbers, slot * stride + worldMatrixOffset);
  }

  /**
   * Writes the transforms that have changed since a scan. For a node that has only moved, three numbers are written
   * instead of sixteen.
   */
  writeMoved(
    drawables: readonly PositionedDrawable[],
    scan: number,
    spans: { add(numbers: Float32Array | Uint32Array): NumberSpan },
  ): Pick<SceneChanges, 'moved' | 'shifted'> {
    const numbers = this.#numbers;
    const moved: PositionedDrawable[] = [];
    const shifted: PositionedDrawable[] = [];
    for (const drawable of drawables) {
      const at = drawable.transform.slot * stride;
      if (numbers[at + turnedAtOffset] > scan) moved.push(drawable);
      else if (numbers[at + shiftedAtOffset] > scan) shifted.push(drawable);
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
    const [numbers, parentSlots, moves] = [this.#numbers, this.#parentSlots, this.#moves];
    this.#numbers = new Float64Array(numbers.length * 2);
    this.#parentSlots = new Int32Array(parentSlots.length * 2);
    this.#moves = new Uint8Array(moves.length * 2);
    this.#numbers.set(numbers);
    this.#parentSlots.set(parentSlots);
    this.#moves.set(moves);
  }

  /** Compares a node with its state at the last scan, and stores the new values. */
  #detectMove(at: number, transform: NodeTransform): MoveKind {
    const { position: p, quaternion: q, scale: s } = transform;
    if (transform.isStatic) return this.#detectStaticMove(at, transform);
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
    if (!Number.isNaN(this.#numbers[at])) return moveKind.none;
    this.#numbers.set(matrix.elements.slice(12, 15), at);
    return moveKind.turn;
  }

  #recomputeMatrix(at: number, { node, isStatic }: NodeTransform, scan: number, parentOffset: number): void {
    if (!isStatic) node.updateMatrix();
    const { elements } = this.#matrix.fromArray(this.#numbers, parentOffset).multiply(node.matrix);
    for (let i = 0; i < elements.length; i += 1) {
      if (!this.#storeNumber(at + worldMatrixOffset + i, elements[i])) continue;
      this.#numbers[at + shiftedAtOffset] = scan;
      if (worldMatrixOffset + i < positionOffset) this.#numbers[at + turnedAtOffset] = scan;
    }
  }

  /** Updates only the translation column of the world matrix. */
  #translateMatrix(at: number, scan: number, parentOffset: number): void {
    const numbers = this.#numbers;
    for (let row = 0; row < 3; row += 1) {
      const column = parentOffset + row;
      const value =
        numbers[column] * numbers[at] +
        numbers[column + 4] * numbers[at + 1] +
        numbers[column + 8] * numbers[at + 2] +
        numbers[column + 12];
      if (this.#storeNumber(at + positionOffset + row, value)) numbers[at + shiftedAtOffset] = scan;
    }
  }

  /**
   * Stores a number.
   * @returns whether the number has changed
   */
  #storeNumber(at: number, number: number): boolean {
    const before = this.#numbers[at];
    this.#numbers[at] = number;
    return Math.fround(before) !== Math.fround(number);
  }

  #collectNumbers(drawables: readonly PositionedDrawable[], start: number, end: number): Float32Array {
    const collected = new Float32Array(drawables.length * (end - start));
    let to = 0;
    for (const { transform } of drawables) {
      const from = transform.slot * stride;
      for (let i = from + start; i < from + end; i += 1, to += 1) collected[to] = this.#numbers[i];
    }
    return collected;
  }
}

const listIds = (drawables: readonly PositionedDrawable[]): Uint32Array =>
  Uint32Array.from(drawables, ({ id }) => id);
