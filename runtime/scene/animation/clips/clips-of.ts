import { animation } from '../../components/animation.ts';
import { instanceIn } from '../../components/model.ts';
import { oncePer } from '../../once-per.ts';
import { ClipList } from './clip-document.ts';
import type { Json } from '#spec/values.ts';
import type { Assets } from '../../assets/assets.ts';
import type { SceneObject } from '../../scene-object.ts';
import type { Clip } from './clip.ts';

type Clips = readonly Clip[];

const none: Clips = [];

/** Where the clips of an object come from, the first counting most. */
interface Sources {
  readonly own: Clips;
  readonly asset: string;
  readonly ofAsset: Clips;
  readonly ofModel: Clips;
}

interface Known extends Sources {
  readonly clips: Clips;
}

/** What a component holds has been checked. */
const parsed = oncePer((list: Json[]): Clips => ClipList.parse(list));

const sourcesOf = (object: SceneObject, assets: Assets, before: Sources | undefined): Sources => {
  const part = object.parts.get(animation.name);
  const values = part?.enabled ? part.values : {};
  const asset = typeof values.asset === 'string' ? values.asset : '';
  const content = asset === '' ? undefined : assets.findContent(asset, 'animation');
  // a file that has changed has yet to be read
  const isAwaited = !content && before?.asset === asset && assets.isUnread(asset);
  return {
    own: Array.isArray(values.clips) && values.clips.length > 0 ? parsed(values.clips) : none,
    asset,
    ofAsset: content?.clips ?? (isAwaited ? before.ofAsset : none),
    ofModel: instanceIn(object)?.clips ?? none,
  };
};

/** The first of each name. */
const merged = ({ own, ofAsset, ofModel }: Sources): Clips => {
  const names = new Set<string>();
  return [...own, ...ofAsset, ...ofModel].filter(({ name }) => {
    const isNew = !names.has(name);
    names.add(name);
    return isNew;
  });
};

const lastKnown = oncePer((_: SceneObject): { known: Known | undefined } => ({ known: undefined }));

/**
 * The clips of an object, by unique name: its own, those of its .anim.json asset, those of the model that it shows; the
 * first of a name counts. The same list while nothing has changed.
 */
export const clipsOf = (object: SceneObject, assets: Assets): readonly Clip[] => {
  const memory = lastKnown(object);
  const { known } = memory;
  const sources = sourcesOf(object, assets, known);
  const isSame =
    known?.own === sources.own && known.ofAsset === sources.ofAsset && known.ofModel === sources.ofModel;
  if (isSame && known.asset === sources.asset) return known.clips;
  const clips = isSame ? known.clips : merged(sources);
  memory.known = { ...sources, clips };
  return clips;
};
