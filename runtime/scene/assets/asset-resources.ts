/** What objects are drawn with that comes from assets. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { SRGBColorSpace, Texture } from 'three';
import { applyTextureSettings } from './import-settings.ts';
import type { Assets } from './assets.ts';
import type { ModelInstance } from './models/model.ts';

/**
 * None of it fails for an asset that is not there, or that has not been read: then there is nothing to show, and what is
 * missing is read for when it is drawn anew.
 */
export interface AssetResources {
  /** One appearance of a model. */
  instantiateModel(asset: string): ModelInstance | undefined;
  /** Pixels. */
  findImageSize(asset: string): { readonly width: number; readonly height: number } | undefined;
  findTexture(asset: string): Texture | undefined;
  /** @throws ApiError INVALID_VALUE for what is no image asset; ACTION_FAILED for one that cannot be read */
  assertImage(asset: string): void;
}

export const createAssetResources = (assets: Assets): AssetResources => {
  const textures = new Map<string, Texture>();

  const findTexture = (tag: string): Texture | undefined => {
    const content = assets.findContent(tag, 'image');
    if (!content) return undefined;
    const { image, settings } = content;
    const known = textures.get(tag);
    const texture = known?.image === image ? known : new Texture();
    applyTextureSettings(texture, settings);
    if (texture === known) return known;
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
      throw new ApiError('INVALID_VALUE', `'${tag}' is no image of the project; expected the tag of one.`, {
        ...{ asset: tag, expected: 'image', nearest: suggestNames(tag, tags) },
      });
    },
  };
};
