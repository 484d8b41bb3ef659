/** An object with a body or a collider, and its last known state. */
import { colliderComponent } from '../components/collider-component.ts';
import { rigidBodyComponent } from '../components/rigid-body-component.ts';
import { isActive, isNested } from './world-placement.ts';
import type { Vector3 } from '#spec/values.ts';
import type { BodyHandle } from '../physics/rigid-body.ts';
import type { BodyType } from '../physics/body-options.ts';
import type { Pose } from '../physics/vector-math.ts';
import type { SceneObject } from '../scene-object.ts';

/** What has changed in an object since the last check. `options` takes precedence over `transform`. */
type ObjectChange = 'none' | 'transform' | 'options';

/** The layout of an object's last known state. */
const snapshotOffsets = { position: 0, quaternion: 3, scale: 7, frame: 10, options: 26, all: 31 } as const;

const bodyTypes: readonly BodyType[] = ['static', 'kinematic', 'dynamic'];

/** Implemented as a class rather than as closures, because every tick checks all instances. */
export class SimulatedObject {
  readonly object: SceneObject;
  /** The object's body; `undefined` while the object is excluded from the physics world. */
  body: BodyHandle | undefined;
  /** The last pose of the body that was set or read. */
  pose: Pose | undefined;
  /** The last scale that was applied to the body. */
  scale: Vector3 | undefined;
  /** Why the physics world excludes the object although it is active; `undefined` when the object is not excluded. */
  exclusionReason: string | undefined;
  /**
   * The last known state. Initially it is NaN, which equals nothing, so that the first check reports everything as
   * changed.
   */
  readonly #snapshot = new Float64Array(snapshotOffsets.all).fill(Number.NaN);
  /** Whether the object had a parent object at the last check; `undefined` before the first check. */
  #hasParent: boolean | undefined;

  constructor(object: SceneObject) {
    this.object = object;
  }

  #compareAndStore(offset: number, value: number): boolean {
    if (this.#snapshot[offset] === value) return false;
    this.#snapshot[offset] = value;
    return true;
  }

  /**
   * Returns what has changed since the last check, and stores the new state.
   * @param ancestorType the body type of the nearest ancestor that has a body
   */
  detectChange(ancestorType: BodyType | undefined): ObjectChange {
    const { node, components, layer } = this.object;
    const { position, quaternion, scale } = node;
    const { position: at, quaternion: rotationAt, scale: size, options } = snapshotOffsets;
    let moved = this.#compareAndStore(at, position.x);
    moved = this.#compareAndStore(at + 1, position.y) || moved;
    moved = this.#compareAndStore(at + 2, position.z) || moved;
    moved = this.#compareAndStore(rotationAt, quaternion.x) || moved;
    moved = this.#compareAndStore(rotationAt + 1, quaternion.y) || moved;
    moved = this.#compareAndStore(rotationAt + 2, quaternion.z) || moved;
    moved = this.#compareAndStore(rotationAt + 3, quaternion.w) || moved;
    moved = this.#compareAndStore(size, scale.x) || moved;
    moved = this.#compareAndStore(size + 1, scale.y) || moved;
    moved = this.#compareAndStore(size + 2, scale.z) || moved;
    moved = this.#detectParentChange() || moved;
    let altered = this.#compareAndStore(options, layer);
    altered = this.#compareAndStore(options + 1, isActive(node) ? 1 : 0) || altered;
    altered =
      this.#compareAndStore(options + 2, components.get(rigidBodyComponent.name)?.revision ?? -1) || altered;
    altered =
      this.#compareAndStore(options + 3, components.get(colliderComponent.name)?.revision ?? -1) || altered;
    altered =
      this.#compareAndStore(
        options + 4,
        ancestorType === undefined ? 0 : bodyTypes.indexOf(ancestorType) + 1,
      ) || altered;
    if (altered) return 'options';
    return moved ? 'transform' : 'none';
  }

  /** Whether the parent has changed or moved. Objects at the root have no parent transform. */
  #detectParentChange(): boolean {
    const elements = this.#getParentMatrix();
    let moved = this.#hasParent !== (elements !== undefined);
    this.#hasParent = elements !== undefined;
    if (!elements) return moved;
    for (let at = 0; at < 16; at += 1)
      moved = this.#compareAndStore(snapshotOffsets.frame + at, elements[at] ?? Number.NaN) || moved;
    return moved;
  }

  #getParentMatrix(): readonly number[] | undefined {
    const { node } = this.object;
    if (!isNested(node)) return undefined;
    node.parent?.updateWorldMatrix(true, false);
    return node.parent?.matrixWorld.elements;
  }

  /** Whether the object's parent has moved since the last check. */
  hasParentMoved(): boolean {
    return (
      this.#getParentMatrix()?.some(
        (element, at) => this.#snapshot[snapshotOffsets.frame + at] !== element,
      ) ?? false
    );
  }

  /** Clears the stored state, so that everything counts as changed. */
  clearSnapshot(): void {
    this.#snapshot.fill(Number.NaN);
    this.#hasParent = undefined;
  }
}
