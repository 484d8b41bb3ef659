/** One object with a body or a collider, and what was last seen of it. */
import { collider } from '../components/collider.ts';
import { rigidBody } from '../components/rigid-body.ts';
import { isActive, isNested } from './placement.ts';
import type { Vector3 } from '#spec/values.ts';
import type { BodyHandle } from '../physics/body.ts';
import type { BodyType } from '../physics/traits.ts';
import type { Pose } from '../physics/vectors.ts';
import type { SceneObject } from '../scene-object.ts';

/** What has changed of an object since the last look. */
type Change = 'nothing' | 'place' | 'traits';

/** Numbers that were seen, by what they are of. */
const places = { position: 0, quaternion: 3, scale: 7, frame: 10, traits: 26, all: 31 } as const;

const types: readonly BodyType[] = ['static', 'kinematic', 'dynamic'];

export interface Resident {
  readonly object: SceneObject;
  /** Undefined while the object takes no part. */
  body: BodyHandle | undefined;
  /** Where the body was put, or found, last. */
  pose: Pose | undefined;
  /** The scale that the body was given last. */
  scale: Vector3 | undefined;
  /** Why it takes no part although it is active; undefined when it does. */
  refusal: string | undefined;
  /**
   * What has changed since the last look, which this is one of.
   * @param holder how the next object above that has a body moves
   */
  look(holder: BodyType | undefined): Change;
  /** Whether what it hangs under is elsewhere than at the last look. */
  hasMovedFrame(): boolean;
  /** Forgets what was seen, so that all of it has changed. */
  forget(): void;
}

/** A class, because every one of them is asked in every tick. */
class SeenObject implements Resident {
  readonly object: SceneObject;
  body: BodyHandle | undefined;
  pose: Pose | undefined;
  scale: Vector3 | undefined;
  refusal: string | undefined;
  /** Not a number equals nothing, so that all is new at first. */
  readonly #seen = new Float64Array(places.all).fill(Number.NaN);
  /** Whether it hung under another object; undefined before the first look. */
  #isHeld: boolean | undefined;

  constructor(object: SceneObject) {
    this.object = object;
  }

  #note(place: number, value: number): boolean {
    if (this.#seen[place] === value) return false;
    this.#seen[place] = value;
    return true;
  }

  look(holder: BodyType | undefined): Change {
    const { node, parts, layer } = this.object;
    const { position, quaternion, scale } = node;
    const { position: at, quaternion: turn, scale: size, traits } = places;
    let moved = this.#note(at, position.x);
    moved = this.#note(at + 1, position.y) || moved;
    moved = this.#note(at + 2, position.z) || moved;
    moved = this.#note(turn, quaternion.x) || moved;
    moved = this.#note(turn + 1, quaternion.y) || moved;
    moved = this.#note(turn + 2, quaternion.z) || moved;
    moved = this.#note(turn + 3, quaternion.w) || moved;
    moved = this.#note(size, scale.x) || moved;
    moved = this.#note(size + 1, scale.y) || moved;
    moved = this.#note(size + 2, scale.z) || moved;
    moved = this.#lookAtFrame() || moved;
    let altered = this.#note(traits, layer);
    altered = this.#note(traits + 1, isActive(node) ? 1 : 0) || altered;
    altered = this.#note(traits + 2, parts.get(rigidBody.name)?.revision ?? -1) || altered;
    altered = this.#note(traits + 3, parts.get(collider.name)?.revision ?? -1) || altered;
    altered = this.#note(traits + 4, holder === undefined ? 0 : types.indexOf(holder) + 1) || altered;
    if (altered) return 'traits';
    return moved ? 'place' : 'nothing';
  }

  /** What hangs in the scene itself has no frame. */
  #lookAtFrame(): boolean {
    const elements = this.#frame();
    let moved = this.#isHeld !== (elements !== undefined);
    this.#isHeld = elements !== undefined;
    if (!elements) return moved;
    for (let at = 0; at < 16; at += 1)
      moved = this.#note(places.frame + at, elements[at] ?? Number.NaN) || moved;
    return moved;
  }

  #frame(): readonly number[] | undefined {
    const { node } = this.object;
    if (!isNested(node)) return undefined;
    node.parent?.updateWorldMatrix(true, false);
    return node.parent?.matrixWorld.elements;
  }

  hasMovedFrame(): boolean {
    return this.#frame()?.some((element, at) => this.#seen[places.frame + at] !== element) ?? false;
  }

  forget(): void {
    this.#seen.fill(Number.NaN);
    this.#isHeld = undefined;
  }
}

export const createResident = (object: SceneObject): Resident => new SeenObject(object);
