import { ApiError } from '#spec/errors.ts';
import type { Camera, Scene } from 'three';
import type { ImageSize } from './describe/describe-view.ts';

/** Takes pictures of scenes. */
export interface SceneRenderer {
  /**
   * What a camera sees of a scene at the time of the call, as a PNG file; the scene may go on while it is drawn.
   * @throws ApiError ACTION_FAILED for a size that is not drawn, a camera that sees nothing, too many pictures at once,
   * or one that takes too long.
   */
  renderPng(scene: Scene, camera: Camera, size: ImageSize): Promise<Uint8Array>;
  /** Ends what is under way; another picture can be taken afterwards. */
  close(): Promise<void>;
}

/** For a runtime that draws nothing. */
export const disabledRenderer: SceneRenderer = {
  async renderPng() {
    throw new ApiError('ACTION_FAILED', 'This runtime draws no pictures.');
  },
  close: async () => {},
};
