import { animationComponent } from '../../components/animation-component.ts';
import { findModelInstance } from '../../components/model-component.ts';
import { memoizeWeak } from '../../../shared/memoize-weak.ts';
import { ClipList } from './clip-document.ts';
import type { Json } from '#spec/values.ts';
import type { Assets } from '../../assets/assets.ts';
import type { SceneObject } from '../../scene-object.ts';
import type { Clip } from './clip.ts';

type Clips = readonly Clip[];

const noClips: Clips = [];

/** The sources of an object's clips, in order of precedence. */
interface ClipSources {
  readonly ownClips: Clips;
  readonly asset: string;
  readonly assetClips: Clips;
  readonly modelClips: Clips;
}

interface CachedClips extends ClipSources {
  readonly clips: Clips;
}

/** Parses a clip list from a component. The list was validated when it was written, so parsing cannot fail. */
const parseClipList = memoizeWeak((list: Json[]): Clips => ClipList.parse(list));

const getClipSources = (
  object: SceneObject,
  assets: Assets,
  before: ClipSources | undefined,
): ClipSources => {
  const part = object.components.get(animationComponent.name);
  const values = part?.enabled ? part.values : {};
  const asset = typeof values.asset === 'string' ? values.asset : '';
  const content = asset === '' ? undefined : assets.findContent(asset, 'animation');
  // the file has changed and its new content has not been read yet
  const isLoading = !content && before?.asset === asset && assets.isUnread(asset);
  return {
    ownClips: Array.isArray(values.clips) && values.clips.length > 0 ? parseClipList(values.clips) : noClips,
    asset,
    assetClips: content?.clips ?? (isLoading ? before.assetClips : noClips),
    modelClips: findModelInstance(object)?.clips ?? noClips,
  };
};

/** Merges the clips of all sources. If several clips have the same name, the first one is kept. */
const mergeClips = ({ ownClips, assetClips, modelClips }: ClipSources): Clips => {
  const names = new Set<string>();
  return [...ownClips, ...assetClips, ...modelClips].filter(({ name }) => {
    const isNew = !names.has(name);
    names.add(name);
    return isNew;
  });
};

const getClipCache = memoizeWeak((_: SceneObject): { cached: CachedClips | undefined } => ({
  cached: undefined,
}));

/**
 * Returns an object's clips under unique names: its own clips, the clips of its .anim.json asset, and the clips of its
 * model. If several clips have the same name, the first one wins. The returned array stays the same while nothing
 * changes.
 */
export const listObjectClips = (object: SceneObject, assets: Assets): readonly Clip[] => {
  const cache = getClipCache(object);
  const { cached } = cache;
  const sources = getClipSources(object, assets, cached);
  const isSame =
    cached?.ownClips === sources.ownClips &&
    cached.assetClips === sources.assetClips &&
    cached.modelClips === sources.modelClips;
  if (isSame && cached.asset === sources.asset) return cached.clips;
  const clips = isSame ? cached.clips : mergeClips(sources);
  cache.cached = { ...sources, clips };
  return clips;
};
