/** An object on which clips play, and the clips that move it. */
import { ApiError } from '#spec/errors.ts';
import { createObjectMixer } from './mixer/object-mixer.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Clip } from './clips/clip.ts';
import type { Playback } from './playback.ts';
import type { SceneHierarchy } from './mixer/animation-targets.ts';
import type { SceneMixer } from './mixer/scene-mixer.ts';
import type { ClipBinding, ObjectMixer } from './mixer/object-mixer.ts';

interface AnimatedObjectContext {
  readonly hierarchy: SceneHierarchy;
  /** Returns the clips of an object; the same array while they don't change. */
  readonly getClips: (object: SceneObject) => readonly Clip[];
  readonly mixer: SceneMixer;
  /** Called for an object whose mixer inputs must be updated before the next pose. */
  readonly markChanged: (actor: AnimatedObject) => void;
}

const emptyList: readonly never[] = [];

/** An object on which clips play. It is a class because there are thousands of them. */
export class AnimatedObject {
  readonly object: SceneObject;
  /** Its playbacks, the oldest first. */
  playbacks: readonly Playback[] = emptyList;
  readonly #context: AnimatedObjectContext;
  #clips: readonly Clip[];
  #binder: ObjectMixer;

  constructor(object: SceneObject, context: AnimatedObjectContext) {
    this.object = object;
    this.#context = context;
    this.#clips = context.getClips(object);
    this.#binder = createObjectMixer(object, context.hierarchy, context.mixer);
  }

  /** @throws ApiError ACTION_FAILED when no node has the name of the mask */
  bind(clip: Clip, mask: string | undefined): ClipBinding {
    return this.#binder.bind(clip, mask);
  }

  add(playbacks: readonly Playback[]): void {
    this.#setPlaybacks([...this.playbacks, ...playbacks]);
  }

  remove(removed: Playback): void {
    this.#setPlaybacks(this.playbacks.filter((playback) => playback !== removed));
  }

  /**
   * Updates the bindings after changes of the object and its clips. @returns the playbacks whose clip or mask no longer
   * exists
   */
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
    const unbound = this.playbacks.filter((playback) => {
      const clip = clips.find(({ name }) => name === playback.clip.name);
      const binding = clip && this.#tryBind(clip, playback.mask);
      if (clip && binding) playback.replaceClip(clip, binding);
      return !binding;
    });
    this.#setPlaybacks(this.playbacks.filter((playback) => !unbound.includes(playback)));
    return unbound;
  }

  /** Applies all playbacks to the object, the lowest layer first. */
  applyPlaybacks(): void {
    this.#binder.setInputs([...this.playbacks].sort((a, b) => a.layer - b.layer));
  }

  /** Restores the values of the object without playbacks, until the next pose. */
  restoreBaseValues(): void {
    this.#binder.restoreBaseValues();
  }

  /** Releases everything that clips moved, with its current values. */
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

  /** Returns undefined when the node of the mask no longer exists. */
  #tryBind(clip: Clip, mask: string | undefined): ClipBinding | undefined {
    try {
      return this.#binder.bind(clip, mask);
    } catch (failure) {
      if (failure instanceof ApiError) return undefined;
      throw failure;
    }
  }
}
