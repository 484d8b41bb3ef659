import { Fault } from '#spec/errors.ts';
import { createWorkerThread, openPackageWorker } from '../../worker-thread.ts';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRequestWriter, ownMemoryOf } from './picture-request.ts';
import type { PictureRequest } from './picture-request.ts';
import type { Pictures } from './take-pictures.ts';

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
    openWorker: () => {
      // A new thread has none of the pieces that an earlier one was sent.
      write = createRequestWriter();
      return openPackageWorker(new URL('./worker.ts', import.meta.url), 'picture-worker.js');
    },
    createTimeoutError: () =>
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
        return await thread.request(() => write(frame), ownMemoryOf);
      } finally {
        underWay -= 1;
      }
    },
    close: thread.close,
  };
};
