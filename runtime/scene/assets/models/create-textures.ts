import {
  ClampToEdgeWrapping,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearMipmapNearestFilter,
  MirroredRepeatWrapping,
  NearestFilter,
  NearestMipmapLinearFilter,
  NearestMipmapNearestFilter,
  RepeatWrapping,
  Texture,
  TextureSource,
} from 'three';
import { getObjects, isNaturalNumber } from './json-entries.ts';
import type { GLTFLoaderPlugin } from 'three/addons/loaders/GLTFLoader.js';
import type { MagnificationTextureFilter, MinificationTextureFilter, Wrapping } from 'three';
import type { AssetImage } from '../images/read-image.ts';
import type { JsonObject } from './json-entries.ts';

/** glTF uses WebGL constants to identify wrap modes and filters. */
const wrapModes = new Map<unknown, Wrapping>([
  [33071, ClampToEdgeWrapping],
  [33648, MirroredRepeatWrapping],
  [10497, RepeatWrapping],
]);

const magFilters = new Map<unknown, MagnificationTextureFilter>([
  [9728, NearestFilter],
  [9729, LinearFilter],
]);

const minFilters = new Map<unknown, MinificationTextureFilter>([
  [9728, NearestFilter],
  [9729, LinearFilter],
  [9984, NearestMipmapNearestFilter],
  [9985, LinearMipmapNearestFilter],
  [9986, NearestMipmapLinearFilter],
  [9987, LinearMipmapLinearFilter],
]);

/**
 * Creates textures whose image is an `AssetImage`. Such an image contains the encoded file and the image size, but no
 * pixels. The loader's own implementation is not used, because it needs a browser.
 * @param images the images in the order of the document
 */
export const createTextures = (document: JsonObject, images: readonly AssetImage[]): GLTFLoaderPlugin => {
  const textures = getObjects(document, 'textures');
  const samplers = getObjects(document, 'samplers');
  const names = getObjects(document, 'images').map(({ name }) => name);
  const sources = images.map((image) => new TextureSource(image));

  const create = ({ source: index, sampler, name }: JsonObject): Texture | null => {
    const source = isNaturalNumber(index) ? sources[index] : undefined;
    if (source === undefined || !isNaturalNumber(index)) return null;
    const settings = isNaturalNumber(sampler) ? samplers[sampler] : undefined;
    const texture = new Texture();
    texture.source = source;
    texture.name = String(name ?? names[index] ?? '');
    // In glTF, the first row of an image is its top row.
    texture.flipY = false;
    texture.wrapS = wrapModes.get(settings?.wrapS) ?? RepeatWrapping;
    texture.wrapT = wrapModes.get(settings?.wrapT) ?? RepeatWrapping;
    texture.magFilter = magFilters.get(settings?.magFilter) ?? LinearFilter;
    texture.minFilter = minFilters.get(settings?.minFilter) ?? LinearMipmapLinearFilter;
    texture.needsUpdate = true;
    return texture;
  };

  return {
    name: 'asset-images',
    loadTexture: (index) => {
      const texture = textures[index];
      // Resolves to null for a texture that has no image. If no promise were returned, the loader would load the
      // texture itself.
      return Promise.resolve(texture ? create(texture) : null) as Promise<Texture>;
    },
  };
};
