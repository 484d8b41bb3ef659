import { Fault } from '#spec/errors.ts';
import type { Camera, Scene } from 'three';
import type { PictureSize } from './describe/describe-view.ts';

/** Takes pictures of scenes. */
export interface Pictures {
  /**
   * What a camera sees of a scene at the time of the call, as a PNG file; the scene may go on while it is drawn.
   * @throws Fault ACTION_FAILED for a size that is not drawn, a camera that sees nothing, too many pictures at once,
   * or one that takes too long.
   */
  take(scene: Scene, camera: Camera, size: PictureSize): Promise<Uint8Array>;
  /** Ends what is under way; another picture can be taken afterwards. */
  close(): Promise<void>;
}

/** For a runtime that draws nothing. */
export const noPictures: Pictures = {
  async take() {
    throw new Fault('ACTION_FAILED', 'This runtime draws no pictures.');
  },
  close: async () => {},
};
