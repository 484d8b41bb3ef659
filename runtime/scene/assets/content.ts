/** What the files of assets hold, once they are read. */
import { readAnimation, readBundle, readMaterial, readScene, readSettings } from './documents.ts';
import { readImage } from './images/image.ts';
import { settingsOf } from './import-settings.ts';
import { loadModel } from './models/load-model.ts';
import { Refusal } from './refusal.ts';
import { readSound } from './sounds/read-sound.ts';
import type { Json } from '#spec/values.ts';
import type { Clip } from '../animation/clips/clip.ts';
import type { AssetKindName } from './asset-kinds.ts';
import type { MaterialDocument, SavedObject, SceneDocument } from './documents.ts';
import type { AssetImage } from './images/image.ts';
import type { Settings } from './import-settings.ts';
import type { Model } from './models/model.ts';
import type { ReadSibling } from './models/resources.ts';
import type { Sound } from './sounds/sound.ts';

export type AssetContent =
  | { readonly kind: 'model'; readonly model: Model; readonly settings: Settings<'model'> }
  | { readonly kind: 'image'; readonly image: AssetImage; readonly settings: Settings<'image'> }
  | { readonly kind: 'audio'; readonly sound: Sound }
  | { readonly kind: 'material'; readonly document: MaterialDocument }
  | { readonly kind: 'bundled'; readonly document: SavedObject }
  | { readonly kind: 'scene'; readonly document: SceneDocument }
  | { readonly kind: 'animation'; readonly clips: readonly Clip[] }
  | { readonly kind: 'shader'; readonly text: string };

export type ContentOf<K extends AssetKindName> = Extract<AssetContent, { readonly kind: K }>;

/** The files that an asset takes. */
interface AssetFiles {
  readonly bytes: Uint8Array;
  /** Reads a file beside it. */
  readonly sibling: ReadSibling;
  /** The file of its import settings, where there is one. */
  readonly settings: Uint8Array | undefined;
}

/**
 * Reads the files of an asset.
 * @throws UnreadableAsset or Refusal with what is wrong
 */
export const readContent = async (
  asset: string,
  kind: AssetKindName,
  { bytes, sibling, settings }: AssetFiles,
): Promise<AssetContent> => {
  const saved = settings ? readSettings(textOf(settings)) : {};
  switch (kind) {
    case 'model':
      return { kind, model: await loadModel(asset, bytes, { sibling }), settings: settingsOf(kind, saved) };
    case 'image':
      return { kind, image: readImage(asset, bytes), settings: settingsOf(kind, saved) };
    case 'audio':
      return { kind, sound: await readSound(asset, bytes) };
    case 'material':
      return { kind, document: readMaterial(textOf(bytes)) };
    case 'bundled':
      return { kind, document: readBundle(textOf(bytes)) };
    case 'scene':
      return { kind, document: readScene(textOf(bytes)) };
    case 'animation':
      return { kind, clips: readAnimation(textOf(bytes)) };
    default:
      return { kind, text: textOf(bytes) };
  }
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes of text; what takes longer to read holds up everything else. */
const longestText = 16 * 2 ** 20;

const textOf = (bytes: Uint8Array): string => {
  if (bytes.length > longestText) {
    throw new Refusal('TOO_LARGE', `it has ${bytes.length} bytes of ${longestText} that it may have`, {
      limit: longestText,
    });
  }
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal('DAMAGED', 'it is not text in UTF-8');
  }
};

/** What lists tell of an asset beside its file. */
export interface AssetFacts {
  /** Seconds of a sound, or of the longest clip. */
  readonly duration?: number;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly triangles?: number;
  /** Names of animations. */
  readonly clips?: string[];
}

export const factsOf = (content: AssetContent): AssetFacts => {
  switch (content.kind) {
    case 'model': {
      const { triangles, clips } = content.model;
      return { triangles, clips: clips.map(({ name }) => name) };
    }
    case 'image':
      return { width: content.image.width, height: content.image.height };
    case 'audio':
      return { duration: content.sound.duration };
    case 'animation':
      return {
        duration: Math.max(0, ...content.clips.map(({ duration }) => duration)),
        clips: content.clips.map(({ name }) => name),
      };
    default:
      return {};
  }
};

/** All texts in values: among them are the tags of the assets that are referred to. */
const textsIn = function* (value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object')
    for (const part of Object.values(value)) yield* textsIn(part);
};

const textsOf = function* ({ components, materials, children }: SavedObject): Generator<string> {
  for (const { properties } of [...components, ...materials]) yield* textsIn(properties);
  for (const child of children) yield* textsOf(child);
};

/** What may be tags of assets that an asset is made with. */
export const namedIn = (content: AssetContent): ReadonlySet<string> => {
  if (content.kind === 'material') return new Set(textsIn(content.document.properties));
  if (content.kind === 'scene')
    return new Set(content.document.objects.flatMap((object) => [...textsOf(object)]));
  return new Set(content.kind === 'bundled' ? textsOf(content.document) : []);
};
