/** Loads model files and makes them ready for a scene. */
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
