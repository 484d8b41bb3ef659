/** The models and textures with which objects are drawn. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { SRGBColorSpace, Texture } from 'three';
import { applyTextureSettings } from './import-settings.ts';
import type { Assets } from './assets.ts';
import type { ModelInstance } from './models/model.ts';

/**
 * The find methods return `undefined` for an asset that is missing or unread. An unread asset is then requested, and
 * the object is drawn again as soon as the asset has been read.
 */
export interface AssetResources {
  instantiateModel(asset: string): ModelInstance | undefined;
  /** Returns the image size in pixels. */
  findImageSize(asset: string): { readonly width: number; readonly height: number } | undefined;
  findTexture(asset: string): Texture | undefined;
  /**
   * Checks that an asset is a readable image.
   * @throws ApiError INVALID_VALUE when the asset is not an image; ACTION_FAILED when the file cannot be read
   */
  assertImage(asset: string): void;
}

export const createAssetResources = (assets: Assets): AssetResources => {
  const textures = new Map<string, Texture>();

  const findTexture = (tag: string): Texture | undefined => {
    const content = assets.findContent(tag, 'image');
    if (!content) return undefined;
    const { image, settings } = content;
    const cached = textures.get(tag);
    const texture = cached?.image === image ? cached : new Texture();
    applyTextureSettings(texture, settings);
    if (texture === cached) return cached;
    texture.name = tag;
    texture.image = image;
    texture.colorSpace = SRGBColorSpace;
    texture.needsUpdate = true;
    textures.set(tag, texture);
    return texture;
  };

  return {
    instantiateModel(tag) {
      const content = assets.findContent(tag, 'model');
      if (!content) return undefined;
      const { model, settings } = content;
      const { root, clips, release } = model.instantiate();
      root.scale.multiplyScalar(settings.scale);
      return {
        root,
        clips,
        release() {
          release();
          if (model.instanceCount === 0) assets.unload(model);
        },
      };
    },
    findImageSize: (tag) => assets.findContent(tag, 'image')?.image,
    findTexture,
    assertImage(tag) {
      const images = assets.list().filter(({ kind }) => kind === 'image');
      if (images.some((image) => image.tag === tag)) return assets.assertAvailable(tag, 'image');
      const tags = images.map((image) => image.tag);
      throw new ApiError(
        'INVALID_VALUE',
        `'${tag}' is not an image of the project; expected the tag of an image.`,
        {
          ...{ asset: tag, expected: 'image', nearest: suggestNames(tag, tags) },
        },
      );
    },
  };
};
