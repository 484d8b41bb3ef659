import { Fault } from '#spec/errors.ts';
import { createWorkerThread, openThread } from '../../worker-thread.ts';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRequestWriter, ownMemoryOf } from './picture-request.ts';
import type { Camera, Scene } from 'three';
import type { PictureSize } from './describe/describe-view.ts';
import type { PictureRequest } from './picture-request.ts';

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

interface PicturesOptions {
  /** Longest time for one picture, in milliseconds. */
  readonly timeoutMs?: number;
  /** The most pictures that are drawn or wait to be. */
  readonly mostUnderWay?: number;
}

/** Describes scenes where they are, and draws them in a thread of its own, one picture after another. */
export const createPictures = ({ timeoutMs = 30_000, mostUnderWay = 16 }: PicturesOptions = {}): Pictures => {
  const describe = createFrameDescriber();
  let write = createRequestWriter();
  let underWay = 0;
  const thread = createWorkerThread<PictureRequest, Uint8Array>({
    name: 'picture',
    timeoutMs,
    open: () => {
      // A new thread has none of the pieces that an earlier one was sent.
      write = createRequestWriter();
      return openThread(new URL('./worker.ts', import.meta.url), 'picture-worker.js');
    },
    tooLong: () =>
      new Fault(
        'ACTION_FAILED',
        `The picture took longer than ${timeoutMs / 1000} s; a smaller one takes less.`,
      ),
  });

  return {
    async take(scene, camera, size) {
      if (underWay >= mostUnderWay) {
        throw new Fault(
          'ACTION_FAILED',
          `There are ${underWay} pictures under way already; try again later.`,
          {
            mostUnderWay,
          },
        );
      }
      const frame = describe(scene, camera, size);
      underWay += 1;
      try {
        return await thread.ask(() => write(frame), ownMemoryOf);
      } finally {
        underWay -= 1;
      }
    },
    close: thread.close,
  };
};

/** For a runtime that draws nothing. */
export const noPictures: Pictures = {
  async take() {
    throw new Fault('ACTION_FAILED', 'This runtime draws no pictures.');
  },
  close: async () => {},
};
