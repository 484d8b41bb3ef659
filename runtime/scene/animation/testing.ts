/** Objects with clips, as tests of animation want them. */
import { createAssets } from '../assets/assets.ts';
import { createScene } from '../scene.ts';
import type { AssetContent } from '../assets/content.ts';
import type { Model } from '../assets/models/model.ts';
import type { Clip, Interpolation, Track, TrackType } from './clips/clip.ts';

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
