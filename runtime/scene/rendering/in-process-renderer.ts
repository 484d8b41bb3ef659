import { encodePng } from '../../shared/png.ts';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRasterizer } from '../../kernels/rasterizer/rasterizer.ts';
import { decodeTexture } from './decode-texture.ts';
import type { SceneRenderer } from './scene-renderer.ts';

/**
 * Creates a renderer that draws on the calling thread. Its pictures are identical to those of `createWorkerRenderer`.
 */
export const createInProcessRenderer = (): SceneRenderer => {
  const describe = createFrameDescriber();
  const rasterise = createRasterizer(decodeTexture);
  return {
    renderPng: async (scene, camera, size) => encodePng(rasterise(describe(scene, camera, size))),
    close: async () => {},
  };
};
