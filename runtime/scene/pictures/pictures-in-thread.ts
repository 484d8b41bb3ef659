import { encodePng } from '../../png.ts';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRasteriser } from './draw/rasterise.ts';
import type { Pictures } from './take-pictures.ts';

/** Takes the pictures that `createPictures` takes, without a thread. */
export const createPicturesInThread = (): Pictures => {
  const describe = createFrameDescriber();
  const rasterise = createRasteriser();
  return {
    take: async (scene, camera, size) => encodePng(rasterise(describe(scene, camera, size))),
    close: async () => {},
  };
};
