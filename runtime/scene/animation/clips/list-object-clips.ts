import { animationComponent } from '../../components/animation-component.ts';
import { findModelInstance } from '../../components/model-component.ts';
import { memoizeWeak } from '../../memoize-weak.ts';
import { ClipList } from './clip-document.ts';
import type { Json } from '#spec/values.ts';
import type { Assets } from '../../assets/assets.ts';
import type { SceneObject } from '../../scene-object.ts';
import type { Clip } from './clip.ts';

type Clips = readonly Clip[];

const noClips: Clips = [];

/** The sources of the clips of an object, in order of precedence. */
interface ClipSources {
  readonly ownClips: Clips;
  readonly asset: string;
  readonly assetClips: Clips;
  readonly modelClips: Clips;
}

interface CachedClips extends ClipSources {
  readonly clips: Clips;
}

/** The list in a component was validated when it was written. */
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
  // a changed file has not been read yet
  const isLoading = !content && before?.asset === asset && assets.isUnread(asset);
  return {
    ownClips: Array.isArray(values.clips) && values.clips.length > 0 ? parseClipList(values.clips) : noClips,
    asset,
    assetClips: content?.clips ?? (isLoading ? before.assetClips : noClips),
    modelClips: findModelInstance(object)?.clips ?? noClips,
  };
};

/** Keeps the first clip of each name. */
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
 * Lists the clips of an object by unique name: its own, those of its .anim.json asset, and those of its model. The
 * first of a name wins. The list is the same array while nothing has changed.
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
