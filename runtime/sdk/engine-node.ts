/** The nodes of an engine's objects, which exchange their transforms with the engine as matrices. */
import { Matrix4 } from 'three';
import { SceneNode } from '../scene/scene-node.ts';
import type { Engine, Matrix } from './api.ts';

/** Converts matrices between the axes of an engine and those of the service, which are right-handed with Y up. */
interface Axes {
  toService(matrix: Matrix4): Matrix4;
  toEngine(matrix: Matrix4): Matrix4;
}

const sameAxes: Axes = { toService: (matrix) => matrix, toEngine: (matrix) => matrix };

/** The rows of the matrices that convert positions of engines to positions of the service. */
const axesRows = {
  'Y right': undefined,
  'Y left': [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1],
  'Z right': [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1],
  'Z left': [1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1],
} as const;

export const createAxes = ({ upAxis = 'Y', handedness = 'right' }: Engine): Axes => {
  const rows = axesRows[`${upAxis} ${handedness}`];
  if (!rows) return sameAxes;
  const toService = new Matrix4().fromArray([...rows]).transpose();
  const toEngine = toService.clone().invert();
  return {
    toService: (matrix) => matrix.premultiply(toService).multiply(toEngine),
    toEngine: (matrix) => matrix.premultiply(toEngine).multiply(toService),
  };
};

export interface EngineNodeContext<Handle> {
  readonly engine: Engine<Handle>;
  readonly axes: Axes;
}

const scratch = new Matrix4();

/** Returns whether two matrices are equal, apart from the rounding of an engine with single precision. */
const areClose = (a: Matrix, b: Matrix): boolean => {
  if (a === b) return true;
  for (let index = 0; index < 16; index += 1) {
    const value = a[index] ?? 0;
    if (Math.abs(value - (b[index] ?? 0)) > 1e-6 * Math.max(1, Math.abs(value))) return false;
  }
  return true;
};

/** The node of an object of the engine. */
export class EngineNode<Handle> extends SceneNode {
  readonly handle: Handle;
  readonly #context: EngineNodeContext<Handle>;
  /** The matrix that was last exchanged. As long as the engine returns it, the transform is exact. */
  #exchanged: Matrix = scratch.identity().toArray();
  #engineParent: Handle | undefined;

  constructor(handle: Handle, context: EngineNodeContext<Handle>) {
    super();
    this.handle = handle;
    this.#context = context;
    this.#engineParent = context.engine.getParent?.(handle);
  }

  override transformChanged(): void {
    const { engine, axes } = this.#context;
    if (!engine.setMatrix) return;
    const { position, quaternion, scale } = this;
    const matrix = axes.toEngine(scratch.compose(position, quaternion, scale)).toArray();
    this.#exchanged = matrix;
    engine.setMatrix(this.handle, matrix);
  }

  /** Called by three.js when the node gets a parent. */
  override dispatchEvent(event: Parameters<SceneNode['dispatchEvent']>[0]): void {
    if (event.type === 'added') this.#passParentOn();
    super.dispatchEvent(event);
  }

  #passParentOn(): void {
    const parent = this.parent instanceof EngineNode ? (this.parent.handle as Handle) : undefined;
    if (parent === this.#engineParent) return;
    this.#engineParent = parent;
    this.#context.engine.setParent?.(this.handle, parent);
    this.transformChanged();
  }

  /** Updates the transforms of the node and its ancestors from the engine, which may have changed them itself. */
  pullTransforms(): void {
    if (!this.#context.engine.getMatrix) return;
    this.#pull();
    for (let above = this.parent; above instanceof EngineNode; above = above.parent) above.#pull();
  }

  #pull(): void {
    const { engine, axes } = this.#context;
    const matrix = engine.getMatrix?.(this.handle);
    if (!matrix || areClose(matrix, this.#exchanged)) return;
    this.#exchanged = Array.from(matrix);
    axes.toService(scratch.fromArray(this.#exchanged)).decompose(this.position, this.quaternion, this.scale);
  }
}
