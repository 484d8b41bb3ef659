/** Objects that clips play on, and how these move them. */
import { Fault } from '#spec/errors.ts';
import { createRig } from './poses/rig.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Clip } from './clips/clip.ts';
import type { Playback } from './playback.ts';
import type { Family } from './poses/places.ts';
import type { Poses } from './poses/poses.ts';
import type { Binding, Rig } from './poses/rig.ts';

interface Surroundings {
  /** Who hangs under whom. */
  readonly family: Family;
  /** The clips of an object; the same array while they are the same. */
  readonly clipsOf: (object: SceneObject) => readonly Clip[];
  readonly poses: Poses;
  /** Is told of an actor that is to be cast before the next pose. */
  readonly changed: (actor: Actor) => void;
}

const none: readonly never[] = [];

/** An object that clips play on. A class, because there are thousands of them. */
export class Actor {
  readonly object: SceneObject;
  /** What plays on it, the oldest first. */
  playbacks: readonly Playback[] = none;
  readonly #surroundings: Surroundings;
  #clips: readonly Clip[];
  #rig: Rig;

  constructor(object: SceneObject, surroundings: Surroundings) {
    this.object = object;
    this.#surroundings = surroundings;
    this.#clips = surroundings.clipsOf(object);
    this.#rig = createRig(object, surroundings.family, surroundings.poses);
  }

  /** @throws Fault ACTION_FAILED when there is no node of the name of the mask */
  bind(clip: Clip, mask: string | undefined): Binding {
    return this.#rig.bind(clip, mask);
  }

  add(playbacks: readonly Playback[]): void {
    this.#change([...this.playbacks, ...playbacks]);
  }

  remove(removed: Playback): void {
    this.#change(this.playbacks.filter((playback) => playback !== removed));
  }

  /** Takes up what has changed of the object and its clips. @returns those of which the clip, or its mask, is gone */
  renew(): readonly Playback[] {
    const { clipsOf, family, poses } = this.#surroundings;
    const clips = clipsOf(this.object);
    const isCurrent = this.#rig.isCurrent();
    if (isCurrent && clips === this.#clips) return none;
    this.#clips = clips;
    if (!isCurrent) {
      this.rest();
      this.drop();
      this.#rig = createRig(this.object, family, poses);
    }
    const lost = this.playbacks.filter((playback) => {
      const clip = clips.find(({ name }) => name === playback.clip.name);
      const binding = clip && this.#rebind(clip, playback.mask);
      if (clip && binding) playback.recast(clip, binding);
      return !binding;
    });
    this.#change(this.playbacks.filter((playback) => !lost.includes(playback)));
    return lost;
  }

  /** Has what plays move the object, the lowest layer first. */
  cast(): void {
    this.#rig.cast([...this.playbacks].sort((a, b) => a.layer - b.layer));
  }

  /** Lets go of the object until the next pose: it is what it is when nothing plays on it. */
  rest(): void {
    this.#rig.rest();
  }

  /** Gives up what was moved of the object, as it is. */
  drop(): void {
    this.#rig.drop();
  }

  state(): unknown {
    return { object: this.object.id, rig: this.#rig.state() };
  }

  #change(playbacks: readonly Playback[]): void {
    this.playbacks = playbacks;
    this.#surroundings.changed(this);
  }

  /** Undefined when the node is gone that the clip was to be kept to. */
  #rebind(clip: Clip, mask: string | undefined): Binding | undefined {
    try {
      return this.#rig.bind(clip, mask);
    } catch (failure) {
      if (failure instanceof Fault) return undefined;
      throw failure;
    }
  }
}
