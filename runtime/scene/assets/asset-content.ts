/** Reads the files of an asset, and parses them into its typed content. */
import { posix } from 'node:path';
import { ApiError } from '#spec/errors.ts';
import {
  FileTooLargeError,
  OutsideFolderError,
  type ProjectFolder,
} from '../../devices/files-device-types.ts';
import { createContentHash } from '../../shared/content-hash.ts';
import { tryDecodeUtf8 } from '../../shared/text-encoding.ts';
import {
  type MaterialDocument,
  parseAnimation,
  parseBundle,
  parseMaterial,
  parseScene,
  parseSettings,
  type SavedObject,
  type SceneDocument,
} from './asset-documents.ts';
import { AssetFileError, UnreadableAssetError } from './asset-file-error.ts';
import { type AssetKindName, findAssetKind, getAssetPath, getSettingsPath } from '#spec/asset-kinds.ts';
import { type AssetImage, readImage } from './images/read-image.ts';
import { type ImportSettings, parseImportSettings } from './import-settings.ts';
import { loadModel } from './models/load-model.ts';
import { readSound, type SoundMetadata } from './read-sound.ts';
import type { Json } from '#spec/values.ts';
import type { Clip } from '../animation/clips/clip.ts';
import type { Model } from './models/model.ts';
import type { ReadSibling } from './models/read-resource.ts';

export type AssetContent =
  | { readonly kind: 'model'; readonly model: Model; readonly settings: ImportSettings<'model'> }
  | { readonly kind: 'image'; readonly image: AssetImage; readonly settings: ImportSettings<'image'> }
  | { readonly kind: 'audio'; readonly sound: SoundMetadata }
  | { readonly kind: 'material'; readonly document: MaterialDocument }
  | { readonly kind: 'bundled'; readonly document: SavedObject }
  | { readonly kind: 'scene'; readonly document: SceneDocument }
  | { readonly kind: 'animation'; readonly clips: readonly Clip[] }
  | { readonly kind: 'shader'; readonly text: string };

export type ContentOfKind<K extends AssetKindName> = Extract<AssetContent, { readonly kind: K }>;

/** The maximum size of any file. Some kinds of assets have lower limits. */
export const maxFileBytes = 256 * 2 ** 20;

interface ReadResult {
  /** A hash of all files that were read for the asset. */
  readonly digest: string;
  readonly content: AssetContent | ApiError;
}

/** Reads an asset. If the asset cannot be read, the returned content is the error. */
export const readAsset = async (disk: ProjectFolder, tag: string): Promise<ReadResult> => {
  const hash = createContentHash();
  hash.update(tag);
  const readFile = async (path: string): Promise<Uint8Array | undefined> => {
    const bytes = await disk.read(path, maxFileBytes);
    hash.update(bytes ?? '');
    return bytes;
  };
  const read = async (): Promise<AssetContent> => {
    const kind = findAssetKind(tag);
    const bytes = await readFile(getAssetPath(tag));
    if (!kind || !bytes) throw new AssetFileError('DAMAGED', 'its file no longer exists');
    return readAssetContent(tag, kind, {
      bytes,
      settings: await readFile(getSettingsPath(tag)),
      sibling: (name) => readFile(posix.join(posix.dirname(getAssetPath(tag)), name)),
    });
  };
  const content = await read().catch((failure: unknown) => toReadError(tag, failure));
  return { digest: hash.digest(), content };
};

const toReadError = (tag: string, failure: unknown): ApiError => {
  if (failure instanceof ApiError) return failure;
  if (failure instanceof AssetFileError) return new UnreadableAssetError(tag, failure);
  if (failure instanceof FileTooLargeError) {
    return new UnreadableAssetError(tag, new AssetFileError('TOO_LARGE', failure.message));
  }
  if (failure instanceof OutsideFolderError)
    return new UnreadableAssetError(tag, new AssetFileError('OUTSIDE', failure.message));
  const { code } = failure as NodeJS.ErrnoException;
  if (code === undefined) throw failure;
  return new UnreadableAssetError(
    tag,
    new AssetFileError('DAMAGED', `the operating system could not read its file (${code})`),
  );
};

interface AssetFiles {
  readonly bytes: Uint8Array;
  /** Reads another file from the folder that contains the asset. */
  readonly sibling: ReadSibling;
  /** The content of the `.import.json` file beside the asset, if there is one. */
  readonly settings: Uint8Array | undefined;
}

/**
 * Parses an asset of the given kind.
 * @throws UnreadableAssetError or AssetFileError with the reason
 */
const readAssetContent = async (
  asset: string,
  kind: AssetKindName,
  { bytes, sibling, settings }: AssetFiles,
): Promise<AssetContent> => {
  const saved = settings ? parseSettings(decodeText(settings)) : {};
  switch (kind) {
    case 'model':
      return {
        kind,
        model: await loadModel(asset, bytes, { sibling }),
        settings: parseImportSettings(kind, saved),
      };
    case 'image':
      return { kind, image: readImage(asset, bytes), settings: parseImportSettings(kind, saved) };
    case 'audio':
      return { kind, sound: await readSound(asset, bytes) };
    case 'material':
      return { kind, document: parseMaterial(decodeText(bytes)) };
    case 'bundled':
      return { kind, document: parseBundle(decodeText(bytes)) };
    case 'scene':
      return { kind, document: parseScene(decodeText(bytes)) };
    case 'animation':
      return { kind, clips: parseAnimation(decodeText(bytes)) };
    default:
      return { kind, text: decodeText(bytes) };
  }
};

/** Maximum size of a text file in bytes. Larger files are rejected, because parsing blocks the event loop. */
export const maxTextBytes = 16 * 2 ** 20;

const decodeText = (bytes: Uint8Array): string => {
  if (bytes.length > maxTextBytes) {
    throw new AssetFileError('TOO_LARGE', `it has ${bytes.length} bytes; the limit is ${maxTextBytes}`, {
      limit: maxTextBytes,
    });
  }
  const text = tryDecodeUtf8(bytes);
  if (text === undefined) throw new AssetFileError('DAMAGED', 'it is not valid UTF-8');
  return text;
};

/** The details of an asset that `assets.list` reports after the asset's file has been read. */
export interface AssetMetadata {
  /** Length of a sound, or of the longest animation clip, in seconds. */
  readonly duration?: number;
  /** Width in pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly triangles?: number;
  readonly clips?: string[];
}

export const getAssetMetadata = (content: AssetContent): AssetMetadata => {
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

/** Yields every string in a value. Any of these strings may be the tag of an asset. */
const collectTexts = function* (value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object')
    for (const part of Object.values(value)) yield* collectTexts(part);
};

const collectObjectTexts = function* ({ components, materials, children }: SavedObject): Generator<string> {
  for (const { properties } of [...components, ...materials]) yield* collectTexts(properties);
  for (const child of children) yield* collectObjectTexts(child);
};

/** Returns the strings in an asset that may be tags of other assets on which the asset depends. */
export const collectPossibleTags = (content: AssetContent): ReadonlySet<string> => {
  if (content.kind === 'material') return new Set(collectTexts(content.document.properties));
  if (content.kind === 'scene')
    return new Set(content.document.objects.flatMap((object) => [...collectObjectTexts(object)]));
  return new Set(content.kind === 'bundled' ? collectObjectTexts(content.document) : []);
};
