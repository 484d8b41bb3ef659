import { ApiError } from '#spec/errors.ts';
import { createWorkerThread, openPackageWorker } from '../../worker-thread.ts';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRenderRequestWriter, listTransferables } from './render-request.ts';
import type { RenderRequest } from './render-request.ts';
import type { SceneRenderer } from './scene-renderer.ts';

interface WorkerRendererOptions {
  /** Longest time for one picture, in milliseconds. */
  readonly timeoutMs?: number;
  /** The most pictures that are drawn or wait to be. */
  readonly maxPending?: number;
}

/** Describes scenes where they are, and draws them in a thread of its own, one picture after another. */
export const createWorkerRenderer = ({
  timeoutMs = 30_000,
  maxPending = 16,
}: WorkerRendererOptions = {}): SceneRenderer => {
  const describe = createFrameDescriber();
  let write = createRenderRequestWriter();
  let underWay = 0;
  const thread = createWorkerThread<RenderRequest, Uint8Array>({
    name: 'picture',
    timeoutMs,
    openWorker: () => {
      // A new thread has none of the pieces that an earlier one was sent.
      write = createRenderRequestWriter();
      return openPackageWorker(new URL('./render-worker.ts', import.meta.url), 'picture-worker.js');
    },
    createTimeoutError: () =>
      new ApiError(
        'ACTION_FAILED',
        `The picture took longer than ${timeoutMs / 1000} s; a smaller one takes less.`,
      ),
  });

  return {
    async renderPng(scene, camera, size) {
      if (underWay >= maxPending) {
        throw new ApiError(
          'ACTION_FAILED',
          `There are ${underWay} pictures under way already; try again later.`,
          {
            mostUnderWay: maxPending,
          },
        );
      }
      const frame = describe(scene, camera, size);
      underWay += 1;
      try {
        return await thread.request(() => write(frame), listTransferables);
      } finally {
        underWay -= 1;
      }
    },
    close: thread.close,
  };
};
