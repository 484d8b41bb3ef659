import { ApiError } from '#spec/errors.ts';
import type { Camera, Scene } from 'three';
import type { ImageSize } from './describe/describe-view.ts';

/** Renders pictures of scenes. */
export interface SceneRenderer {
  /**
   * Renders the scene as a camera sees it at the time of the call, as a PNG file; the scene may change while it is
   * drawn.
   * @throws ApiError ACTION_FAILED for an unsupported size, a camera that sees nothing, too many pending pictures, or a
   * timeout
   */
  renderPng(scene: Scene, camera: Camera, size: ImageSize): Promise<Uint8Array>;
  /** Ends pending work; another picture can be rendered afterwards. */
  close(): Promise<void>;
}

/** The renderer of a runtime that renders no pictures. */
export const disabledRenderer: SceneRenderer = {
  async renderPng() {
    throw new ApiError('ACTION_FAILED', 'This runtime renders no pictures.');
  },
  close: async () => {},
};
