/** Objects with clips, as tests of animation want them. */
import { createAssets } from '../assets/assets.ts';
import { createScene } from '../scene.ts';
import { createPoses } from './poses/poses.ts';
import { createRig } from './poses/rig.ts';
import type { AssetContent } from '../assets/content.ts';
import type { Model } from '../assets/models/model.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Clip, Interpolation, Track, TrackType } from './clips/clip.ts';
import type { Binding, Rig } from './poses/rig.ts';

/** A scene and the assets that it knows. */
export const openScene = (contents: Readonly<Record<string, AssetContent>> = {}) => {
  const assets = createAssets();
  const put = (tag: string, content: AssetContent): void =>
    assets.takeIn(
      { files: [{ asset: tag, size: 1 }], read: [{ asset: tag, digest: tag }] },
      new Map([[tag, content]]),
    );
  assets.takeIn({ project: 'test' }, new Map());
  for (const [tag, content] of Object.entries(contents)) put(tag, content);
  const scene = createScene({ mostObjects: 1000, assets });
  return { assets, scene, put, empty: (tag?: string) => scene.spawn({ type: 'Empty' }, { tag }) };
};

export const contentOf = (model: Model): AssetContent => ({ kind: 'model', model, settings: { scale: 1 } });

/** A track of the transform of the object itself. */
export const curve = (
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

export const clipOf = (tracks: readonly Track[], duration = 1): Clip => ({
  ...{ name: 'clip', duration, tracks, markers: [] },
});

/** A clip as it sounds in a pose, at seconds into it. */
export interface Sounding {
  readonly binding: Binding;
  readonly time: number;
  readonly weight: number;
  readonly additive: boolean;
}

export interface PosedRig extends Rig {
  /** Has the object take a pose, in which these sound. */
  pose(soundings: readonly Sounding[]): void;
}

/** The rig of an object that is posed by itself. */
export const posedRig = (object: SceneObject, scene: Scene): PosedRig => {
  const times: number[] = [];
  const weights: number[] = [];
  const poses = createPoses({ times, weights });
  const rig = createRig(object, scene, poses);
  return {
    isCurrent: () => rig.isCurrent(),
    bind: (clip, mask) => rig.bind(clip, mask),
    cast: (voices) => rig.cast(voices),
    rest: () => rig.rest(),
    drop: () => rig.drop(),
    state: () => rig.state(),
    pose(soundings) {
      for (const [row, { time, weight }] of soundings.entries()) {
        times[row] = time;
        weights[row] = weight;
      }
      rig.cast(soundings.map(({ binding, additive }, row) => ({ binding, additive, row })));
      poses.pose();
    },
  };
};
