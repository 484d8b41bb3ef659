/** Loads model files and makes them ready for a scene. */
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
import { AssetFileError, toUnreadableAssetError } from '../asset-file-error.ts';
import { readContainer } from './glb-container.ts';
import { removeUnknownExtensions } from './gltf-extensions.ts';
import { getObjects, isNaturalNumber, type JsonObject } from './json-entries.ts';
import { checkModelSize } from './model-limits.ts';
import { createModel, type Model } from './model.ts';
import { packModel } from './pack-model.ts';
import { repairClips } from './repair-clips.ts';
import { repairDocument } from './repair-document.ts';
import { createRepairLog } from './repair-log.ts';
import { repairMeshes } from './repair-meshes.ts';
import { keepDefaultScene, repairNodes } from './repair-nodes.ts';
import { validateModel } from './validate-model.ts';
import type { MagnificationTextureFilter, MinificationTextureFilter, Wrapping } from 'three';
import type { GLTF, GLTFLoaderPlugin } from 'three/addons/loaders/GLTFLoader.js';
import type { AssetImage } from '../images/read-image.ts';
import type { ReadSibling } from './read-resource.ts';

interface LoadModelOptions {
  /** Reads files next to the asset. Without this function, a model must embed all its data. */
  readonly sibling?: ReadSibling | undefined;
}

const parseGltf = async (
  glb: Uint8Array<ArrayBuffer>,
  document: JsonObject,
  images: readonly AssetImage[],
): Promise<GLTF> => {
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const loader = new GLTFLoader().register(() => createTextures(document, images));
  try {
    return await loader.parseAsync(glb.buffer, '');
  } catch (failure) {
    throw new AssetFileError('DAMAGED', `the loader failed (${String(failure)})`);
  }
};

const readAndRepair = async (bytes: Uint8Array, { sibling }: LoadModelOptions): Promise<Model> => {
  const repairs = createRepairLog();
  const { document, binary } = readContainer(bytes, repairs);
  removeUnknownExtensions(document, repairs);
  repairDocument(document, repairs);
  keepDefaultScene(document, repairs);
  checkModelSize(document);
  repairMeshes(document, repairs);
  repairNodes(document, repairs);
  repairClips(document, repairs);
  const { glb, images } = await packModel(document, binary, sibling, repairs);
  await validateModel(glb);
  const { scene, animations } = await parseGltf(glb, document, images);
  const model = createModel(scene, animations, images, repairs.list());
  const { min, max } = model.bounds ?? {};
  if (![min, max].every((corner) => Object.values(corner ?? {}).every(Number.isFinite))) {
    model.release();
    throw new AssetFileError('DAMAGED', 'its bounds would be infinite');
  }
  return model;
};

/**
 * Loads a GLB or glTF file, and repairs harmless defects. Never accesses the network, whatever the file contains. The
 * loader and the validator are imported on first use.
 * @param bytes the content of the file
 * @returns the complete model, which can be used synchronously and which the caller must release
 * @throws UnreadableAssetError when the file is damaged, is too large, refers to external resources, or requires an
 * unsupported extension such as KTX2 textures
 */
export const loadModel = async (
  asset: string,
  bytes: Uint8Array,
  options: LoadModelOptions = {},
): Promise<Model> => {
  try {
    return await readAndRepair(bytes, options);
  } catch (failure) {
    throw toUnreadableAssetError(asset, failure);
  }
};

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
const createTextures = (document: JsonObject, images: readonly AssetImage[]): GLTFLoaderPlugin => {
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
