import { ApiError } from '#spec/errors.ts';
import type { Camera, Scene } from 'three';
import type { ImageSize } from './describe/describe-view.ts';

export interface SceneRenderer {
  /**
   * Renders a scene as a PNG file. The picture shows the scene at the time of the call; later changes have no effect.
   * @throws ApiError ACTION_FAILED for an unsupported size, a camera that sees nothing, too many pending pictures, or a
   * timeout
   */
  renderPng(scene: Scene, camera: Camera, size: ImageSize): Promise<Uint8Array>;
  /** Ends pending work. The next picture starts the renderer again. */
  close(): Promise<void>;
}

/** The renderer of a runtime that cannot render pictures. */
export const disabledRenderer: SceneRenderer = {
  async renderPng() {
    throw new ApiError('ACTION_FAILED', 'This runtime does not render pictures.');
  },
  close: async () => {},
};
