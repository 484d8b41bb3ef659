/** Objects that clips play on, and how these move them. */
import { ApiError } from '#spec/errors.ts';
import { createObjectMixer } from './mixer/object-mixer.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Clip } from './clips/clip.ts';
import type { Playback } from './playback.ts';
import type { SceneHierarchy } from './mixer/animation-targets.ts';
import type { SceneMixer } from './mixer/scene-mixer.ts';
import type { ClipBinding, ObjectMixer } from './mixer/object-mixer.ts';

interface AnimatedObjectContext {
  /** Who hangs under whom. */
  readonly hierarchy: SceneHierarchy;
  /** The clips of an object; the same array while they are the same. */
  readonly getClips: (object: SceneObject) => readonly Clip[];
  readonly mixer: SceneMixer;
  /** Is told of an actor that is to be cast before the next pose. */
  readonly markChanged: (actor: AnimatedObject) => void;
}

const emptyList: readonly never[] = [];

/** An object that clips play on. A class, because there are thousands of them. */
export class AnimatedObject {
  readonly object: SceneObject;
  /** What plays on it, the oldest first. */
  playbacks: readonly Playback[] = emptyList;
  readonly #context: AnimatedObjectContext;
  #clips: readonly Clip[];
  #binder: ObjectMixer;

  constructor(object: SceneObject, surroundings: AnimatedObjectContext) {
    this.object = object;
    this.#context = surroundings;
    this.#clips = surroundings.getClips(object);
    this.#binder = createObjectMixer(object, surroundings.hierarchy, surroundings.mixer);
  }

  /** @throws Fault ACTION_FAILED when there is no node of the name of the mask */
  bind(clip: Clip, mask: string | undefined): ClipBinding {
    return this.#binder.bind(clip, mask);
  }

  add(playbacks: readonly Playback[]): void {
    this.#setPlaybacks([...this.playbacks, ...playbacks]);
  }

  remove(removed: Playback): void {
    this.#setPlaybacks(this.playbacks.filter((playback) => playback !== removed));
  }

  /** Takes up what has changed of the object and its clips. @returns those of which the clip, or its mask, is gone */
  refreshBindings(): readonly Playback[] {
    const { getClips, hierarchy, mixer } = this.#context;
    const clips = getClips(this.object);
    const isCurrent = this.#binder.isCurrent();
    if (isCurrent && clips === this.#clips) return emptyList;
    this.#clips = clips;
    if (!isCurrent) {
      this.restoreBaseValues();
      this.releaseTargets();
      this.#binder = createObjectMixer(this.object, hierarchy, mixer);
    }
    const lost = this.playbacks.filter((playback) => {
      const clip = clips.find(({ name }) => name === playback.clip.name);
      const binding = clip && this.#tryBind(clip, playback.mask);
      if (clip && binding) playback.replaceClip(clip, binding);
      return !binding;
    });
    this.#setPlaybacks(this.playbacks.filter((playback) => !lost.includes(playback)));
    return lost;
  }

  /** Has what plays move the object, the lowest layer first. */
  applyPlaybacks(): void {
    this.#binder.setInputs([...this.playbacks].sort((a, b) => a.layer - b.layer));
  }

  /** Lets go of the object until the next pose: it is what it is when nothing plays on it. */
  restoreBaseValues(): void {
    this.#binder.restoreBaseValues();
  }

  /** Gives up what was moved of the object, as it is. */
  releaseTargets(): void {
    this.#binder.release();
  }

  state(): unknown {
    return { object: this.object.id, rig: this.#binder.state() };
  }

  #setPlaybacks(playbacks: readonly Playback[]): void {
    this.playbacks = playbacks;
    this.#context.markChanged(this);
  }

  /** Undefined when the node is gone that the clip was to be kept to. */
  #tryBind(clip: Clip, mask: string | undefined): ClipBinding | undefined {
    try {
      return this.#binder.bind(clip, mask);
    } catch (failure) {
      if (failure instanceof ApiError) return undefined;
      throw failure;
    }
  }
}
