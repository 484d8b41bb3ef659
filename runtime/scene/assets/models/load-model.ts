/** From the file of a model to what a scene can show. */
import { asFaultOf, Refusal } from '../refusal.ts';
import { repairClips } from './clips.ts';
import { readContainer } from './container.ts';
import { dropUnknownExtensions } from './extensions.ts';
import { keepShownScene } from './hierarchy.ts';
import { createModel } from './model.ts';
import { pack } from './pack.ts';
import { repairDocument } from './repair-document.ts';
import { repairMeshes } from './repair-meshes.ts';
import { repairNodes } from './repair-nodes.ts';
import { createRepairs } from './repairs.ts';
import { checkSizes } from './sizes.ts';
import { texturesOf } from './textures.ts';
import { validate } from './validate.ts';
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js';
import type { AssetImage } from '../images/image.ts';
import type { Entry } from './entries.ts';
import type { Model } from './model.ts';
import type { ReadSibling } from './resources.ts';

interface LoadOptions {
  /** Reads files beside the asset; without it a model has to hold everything itself. */
  readonly sibling?: ReadSibling | undefined;
}

const load = async (
  glb: Uint8Array<ArrayBuffer>,
  document: Entry,
  images: readonly AssetImage[],
): Promise<GLTF> => {
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const loader = new GLTFLoader().register(() => texturesOf(document, images));
  try {
    return await loader.parseAsync(glb.buffer, '');
  } catch (failure) {
    throw new Refusal('DAMAGED', `it cannot be built (${String(failure)})`);
  }
};

const read = async (bytes: Uint8Array, { sibling }: LoadOptions): Promise<Model> => {
  const repairs = createRepairs();
  const { document, binary } = readContainer(bytes, repairs);
  dropUnknownExtensions(document, repairs);
  repairDocument(document, repairs);
  keepShownScene(document, repairs);
  checkSizes(document);
  repairMeshes(document, repairs);
  repairNodes(document, repairs);
  repairClips(document, repairs);
  const { glb, images } = await pack(document, binary, sibling, repairs);
  await validate(glb);
  const { scene, animations } = await load(glb, document, images);
  const model = createModel(scene, animations, images, repairs.list());
  const { min, max } = model.bounds ?? {};
  if (![min, max].every((corner) => Object.values(corner ?? {}).every(Number.isFinite))) {
    model.release();
    throw new Refusal('DAMAGED', 'it would be infinitely large');
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
  options: LoadOptions = {},
): Promise<Model> => {
  try {
    return await read(bytes, options);
  } catch (failure) {
    throw asFaultOf(asset, failure);
  }
};
