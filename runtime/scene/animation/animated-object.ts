/** An object on which clips play, with the clips that animate it. */
import { ApiError } from '#spec/errors.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Clip } from './clips/clip.ts';
import type { Playback } from './playback.ts';
import type { ClipBinding, ObjectMixer } from './mixer/object-mixer.ts';

/** Blends the clips that play on one object, and applies the result. `ObjectMixer` documents the members. */
export type ClipMixer = Pick<
  ObjectMixer,
  'bind' | 'isCurrent' | 'setInputs' | 'restoreBaseValues' | 'release' | 'state'
>;

interface AnimatedObjectContext {
  /** Returns the clips of an object. The array stays the same while the clips don't change. */
  readonly getClips: (object: SceneObject) => readonly Clip[];
  readonly createMixer: (object: SceneObject) => ClipMixer;
  /** Called for an object whose mixer inputs must be updated before the next pose. */
  readonly markChanged: (actor: AnimatedObject) => void;
}

const emptyList: readonly never[] = [];

/** An object on which clips play. This is a class because there are thousands of instances. */
export class AnimatedObject {
  readonly object: SceneObject;
  /** The object's playbacks, oldest first. */
  playbacks: readonly Playback[] = emptyList;
  readonly #context: AnimatedObjectContext;
  #clips: readonly Clip[];
  #binder: ClipMixer;

  constructor(object: SceneObject, context: AnimatedObjectContext) {
    this.object = object;
    this.#context = context;
    this.#clips = context.getClips(object);
    this.#binder = context.createMixer(object);
  }

  /**
   * Binds a clip to the object.
   * @throws ApiError ACTION_FAILED when no node has the name that the mask specifies
   */
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
   * Updates the bindings after the object or its clips have changed.
   * @returns the playbacks whose clip or mask no longer exists
   */
  refreshBindings(): readonly Playback[] {
    const { getClips, createMixer } = this.#context;
    const clips = getClips(this.object);
    const isCurrent = this.#binder.isCurrent();
    if (isCurrent && clips === this.#clips) return emptyList;
    this.#clips = clips;
    if (!isCurrent) {
      this.restoreBaseValues();
      this.releaseTargets();
      this.#binder = createMixer(this.object);
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

  /** Applies all playbacks to the object, lowest layer first. */
  applyPlaybacks(): void {
    this.#binder.setInputs([...this.playbacks].sort((a, b) => a.layer - b.layer));
  }

  /** Restores the values that the object has without playbacks, until the next pose. */
  restoreBaseValues(): void {
    this.#binder.restoreBaseValues();
  }

  /** Releases everything that clips have moved. The current values are kept. */
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

  /** Binds a clip. Returns `undefined` when the mask's node no longer exists. */
  #tryBind(clip: Clip, mask: string | undefined): ClipBinding | undefined {
    try {
      return this.#binder.bind(clip, mask);
    } catch (failure) {
      if (failure instanceof ApiError) return undefined;
      throw failure;
    }
  }
}
