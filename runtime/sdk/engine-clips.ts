/** Plays clips by calls of the engine. */
import { memoizeWeak } from '../shared/memoize-weak.ts';
import { getObjectHandle } from './engine-objects.ts';
import { rejectUnsupported } from './engine-object.ts';
import type { PlaybackColumns } from '../kernels/animation/mixer-rows.ts';
import type { ClipMixer } from '../scene/animation/animated-object.ts';
import type { ClipMixers } from '../scene/animation/animation-player.ts';
import type { Clip } from '../scene/animation/clips/clip.ts';
import type { ClipBinding, MixerInput } from '../scene/animation/mixer/object-mixer.ts';
import type { SceneObject } from '../scene/scene-object.ts';
import type { Clip as EngineClip, Engine } from './api.ts';

const toClips = memoizeWeak((clips: Readonly<Record<string, EngineClip>>): readonly Clip[] =>
  Object.entries(clips).map(([name, { seconds, markers = {} }]) => ({
    ...{ name, duration: seconds, tracks: [] },
    markers: Object.entries(markers).map(([marker, position]) => ({ name: marker, position })),
  })),
);

const noClips: readonly Clip[] = [];

/** Returns the clips of an object. The array stays the same while the engine returns the same clips. */
export const listEngineClips = <Handle>(engine: Engine<Handle>, object: SceneObject): readonly Clip[] => {
  const clips = engine.clips?.(getObjectHandle(object));
  return clips ? toClips(clips) : noClips;
};

interface EngineBinding extends ClipBinding {
  readonly clip: string;
}

class EngineClipMixer<Handle> implements ClipMixer {
  readonly #engine: Engine<Handle>;
  readonly #handle: Handle;
  readonly #playbacks: PlaybackColumns;
  readonly #onRelease: (mixer: EngineClipMixer<Handle>) => void;
  #inputs: readonly MixerInput[] = [];

  constructor(
    engine: Engine<Handle>,
    object: SceneObject,
    playbacks: PlaybackColumns,
    onRelease: (mixer: EngineClipMixer<Handle>) => void,
  ) {
    this.#engine = engine;
    this.#handle = getObjectHandle(object);
    this.#playbacks = playbacks;
    this.#onRelease = onRelease;
  }

  bind({ name }: Clip, mask: string | undefined): EngineBinding {
    if (mask !== undefined) rejectUnsupported('limit a clip to a part of an object by a mask');
    return { clip: name, properties: [], unbound: [], boundTracks: [] };
  }

  isCurrent(): boolean {
    return true;
  }

  setInputs(inputs: readonly MixerInput[]): void {
    const bindings = new Set(inputs.map(({ binding }) => binding));
    for (const { binding } of this.#inputs) if (!bindings.has(binding)) this.#pose(binding, 0, 0);
    this.#inputs = [...inputs];
  }

  applyInputs(): void {
    const { times, weights } = this.#playbacks;
    for (const { binding, row } of this.#inputs) this.#pose(binding, times[row] ?? 0, weights[row] ?? 0);
  }

  restoreBaseValues(): void {
    for (const { binding } of this.#inputs) this.#pose(binding, 0, 0);
  }

  release(): void {
    this.#onRelease(this);
  }

  state() {
    return [];
  }

  #pose(binding: ClipBinding, seconds: number, weight: number): void {
    this.#engine.pose?.(this.#handle, (binding as EngineBinding).clip, seconds, weight);
  }
}

/** Creates mixers that pass each playback on to the engine in each step. */
export const createEngineMixers = <Handle>(
  engine: Engine<Handle>,
  playbacks: PlaybackColumns,
): ClipMixers => {
  const mixers = new Set<EngineClipMixer<Handle>>();
  return {
    createMixer(object) {
      const mixer = new EngineClipMixer(engine, object, playbacks, (released) => mixers.delete(released));
      mixers.add(mixer);
      return mixer;
    },
    applyBlend() {
      for (const mixer of mixers) mixer.applyInputs();
    },
  };
};
