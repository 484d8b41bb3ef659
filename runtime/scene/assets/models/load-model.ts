/** From the file of a model to what a scene can show. */
import { toUnreadableAssetError, AssetFileError } from '../asset-file-error.ts';
import { repairClips } from './repair-clips.ts';
import { readContainer } from './glb-container.ts';
import { removeUnknownExtensions } from './gltf-extensions.ts';
import { keepDefaultScene } from './repair-hierarchy.ts';
import { createModel } from './model.ts';
import { packModel } from './pack-model.ts';
import { repairDocument } from './repair-document.ts';
import { repairMeshes } from './repair-meshes.ts';
import { repairNodes } from './repair-nodes.ts';
import { createRepairLog } from './repair-log.ts';
import { checkModelSize } from './check-model-size.ts';
import { createTextures } from './create-textures.ts';
import { validateModel } from './validate-model.ts';
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js';
import type { AssetImage } from '../images/read-image.ts';
import type { JsonObject } from './json-entries.ts';
import type { Model } from './model.ts';
import type { ReadSibling } from './read-resource.ts';

interface LoadModelOptions {
  /** Reads files beside the asset; without it a model has to hold everything itself. */
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
    throw new AssetFileError('DAMAGED', `it cannot be built (${String(failure)})`);
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
    throw new AssetFileError('DAMAGED', 'it would be infinitely large');
  }
  return model;
};

/**
 * Loads the file of a model asset, GLB or glTF, and repairs what is wrong with it as far as that does no harm. Nothing is
 * asked of a network, whatever the file says. The loader and the validator are themselves loaded with the first model.
 * @param bytes the file
 * @returns the model, to be released by who called; it can be handed to a synchronous world as it is.
 * @throws UnreadableAsset with what is wrong, for files that are damaged, too large, lead elsewhere or require
 * extensions that are not understood, such as KTX2 textures.
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
