/** What objects are drawn with that comes from assets. */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { SRGBColorSpace, Texture } from 'three';
import { applyTo } from './import-settings.ts';
import type { Assets } from './assets.ts';
import type { ModelInstance } from './models/model.ts';

/**
 * None of it fails for an asset that is not there, or that has not been read: then there is nothing to show, and what is
 * missing is read for when it is drawn anew.
 */
export interface AssetResources {
  /** One appearance of a model. */
  model(asset: string): ModelInstance | undefined;
  /** Pixels. */
  imageSize(asset: string): { readonly width: number; readonly height: number } | undefined;
  findTexture(asset: string): Texture | undefined;
  /** @throws Fault INVALID_VALUE for what is no image asset; ACTION_FAILED for one that cannot be read */
  expectImage(asset: string): void;
}

export const createAssetResources = (assets: Assets): AssetResources => {
  const textures = new Map<string, Texture>();

  const findTexture = (tag: string): Texture | undefined => {
    const content = assets.findContent(tag, 'image');
    if (!content) return undefined;
    const { image, settings } = content;
    const known = textures.get(tag);
    const texture = known?.image === image ? known : new Texture();
    applyTo(texture, settings);
    if (texture === known) return known;
    texture.name = tag;
    texture.image = image;
    texture.colorSpace = SRGBColorSpace;
    texture.needsUpdate = true;
    textures.set(tag, texture);
    return texture;
  };

  return {
    model(tag) {
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
          if (model.instances === 0) assets.unload(model);
        },
      };
    },
    imageSize: (tag) => assets.findContent(tag, 'image')?.image,
    findTexture,
    expectImage(tag) {
      const images = assets.list().filter(({ kind }) => kind === 'image');
      if (images.some((image) => image.tag === tag)) return assets.expect(tag, 'image');
      const tags = images.map((image) => image.tag);
      throw new Fault('INVALID_VALUE', `'${tag}' is no image of the project; expected the tag of one.`, {
        ...{ asset: tag, expected: 'image', nearest: nearest(tag, tags) },
      });
    },
  };
};
