/** Fixtures for animation tests, such as objects with clips. */
import { createAssets } from '../assets/assets.ts';
import { createHeadlessObjects } from '../objects/headless-objects.ts';
import { createScene, type Scene } from '../scene.ts';
import { createSceneMixer, type SceneMixer } from './mixer/scene-mixer.ts';
import { type ClipBinding, ObjectMixer } from './mixer/object-mixer.ts';
import type { AssetContent } from '../assets/asset-content.ts';
import type { Model } from '../assets/models/model.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Interpolation } from '../../kernels/animation/sample-curve.ts';
import type { Clip, Track, TrackType } from './clips/clip.ts';

export const createTestScene = (contents: Readonly<Record<string, AssetContent>> = {}) => {
  const assets = createAssets();
  const put = (tag: string, content: AssetContent): void =>
    assets.applyUpdate(
      { files: [{ asset: tag, size: 1 }], read: [{ asset: tag, digest: tag }] },
      new Map([[tag, content]]),
    );
  assets.applyUpdate({ project: 'test' }, new Map());
  for (const [tag, content] of Object.entries(contents)) put(tag, content);
  const scene = createScene({ maxObjects: 1000, assets, source: createHeadlessObjects(assets) });
  return { assets, scene, put, empty: (tag?: string) => scene.spawn({ type: 'Empty' }, { tag }) };
};

export const toModelContent = (model: Model): AssetContent => ({
  kind: 'model',
  model,
  settings: { scale: 1 },
});

/** Creates a track that animates the transform of the object itself. */
export const createTrack = (
  property: string,
  times: readonly number[],
  numbers: readonly number[],
  interpolation: Interpolation = 'LINEAR',
  type: TrackType = property === 'rotation' ? 'Quaternion' : 'Vector3',
): Track => ({
  ...{ target: '', component: 'Transform', property, type },
  keys: {
    interpolation,
    times: Float32Array.from(times),
    size: type === 'Quaternion' ? 4 : 3,
    numbers: Float32Array.from(numbers),
  },
});

export const createClip = (tracks: readonly Track[], duration = 1): Clip => ({
  ...{ name: 'clip', duration, tracks, markers: [] },
});

/** A clip at a given time in seconds, as part of a pose. */
export interface PlayedClip {
  readonly binding: ClipBinding;
  readonly time: number;
  readonly weight: number;
  readonly additive: boolean;
}

/** An object's mixer together with the mixer of its scene, which animates nothing else. */
export class TestObjectMixer extends ObjectMixer {
  readonly #playbacks: { readonly times: number[]; readonly weights: number[] };
  readonly #sceneMixer: SceneMixer;

  constructor(object: SceneObject, scene: Scene) {
    const playbacks = { times: [], weights: [] };
    const sceneMixer = createSceneMixer(playbacks);
    super(object, scene, sceneMixer);
    this.#playbacks = playbacks;
    this.#sceneMixer = sceneMixer;
  }

  /** Applies a pose that consists of these clips to the object. */
  applyClips(clips: readonly PlayedClip[]): void {
    for (const [row, { time, weight }] of clips.entries()) {
      this.#playbacks.times[row] = time;
      this.#playbacks.weights[row] = weight;
    }
    this.setInputs(clips.map(({ binding, additive }, row) => ({ binding, additive, row })));
    this.#sceneMixer.applyBlend();
  }
}
