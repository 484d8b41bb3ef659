/** What the files of assets hold, once they are read. */
import { readImage } from './images/image.ts';
import { loadModel } from './models/load-model.ts';
import { Refusal, UnreadableAsset } from './refusal.ts';
import { readSound } from './sounds/read-sound.ts';
import type { AssetKindName } from './asset-kinds.ts';
import type { AssetImage } from './images/image.ts';
import type { Model } from './models/model.ts';
import type { ReadSibling } from './models/resources.ts';
import type { Sound } from './sounds/sound.ts';

export type AssetContent =
  | { readonly kind: 'model'; readonly model: Model }
  | { readonly kind: 'image'; readonly image: AssetImage }
  | { readonly kind: 'audio'; readonly sound: Sound }
  | { readonly kind: 'shader' | 'material' | 'animation' | 'bundled'; readonly text: string };

export type ContentOf<K extends AssetKindName> = Extract<AssetContent, { readonly kind: K }>;

/**
 * Reads the file of an asset.
 * @throws UnreadableAsset with what is wrong
 */
export const readContent = async (
  asset: string,
  kind: AssetKindName,
  bytes: Uint8Array,
  sibling: ReadSibling,
): Promise<AssetContent> => {
  switch (kind) {
    case 'model':
      return { kind, model: await loadModel(asset, bytes, { sibling }) };
    case 'image':
      return { kind, image: readImage(asset, bytes) };
    case 'audio':
      return { kind, sound: await readSound(asset, bytes) };
    default:
      return { kind, text: utf8Of(asset, bytes) };
  }
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const utf8Of = (asset: string, bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new UnreadableAsset(asset, new Refusal('DAMAGED', 'it is not text in UTF-8'));
  }
};

/** What lists tell of an asset beside its file. */
export interface AssetFacts {
  /** Seconds. */
  readonly duration?: number;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly triangles?: number;
  readonly clips?: readonly string[];
}

export const factsOf = (content: AssetContent): AssetFacts => {
  switch (content.kind) {
    case 'model':
      return {
        triangles: content.model.triangles,
        clips: content.model.animations.map(({ name }) => name),
      };
    case 'image':
      return { width: content.image.width, height: content.image.height };
    case 'audio':
      return { duration: content.sound.duration };
    default:
      return {};
  }
};
