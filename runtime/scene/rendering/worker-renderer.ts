import { ApiError } from '#spec/errors.ts';
import { createWorkerThread, openPackageWorker } from '../../worker-thread.ts';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRenderRequestWriter, listTransferables } from './render-request.ts';
import type { RenderRequest } from './render-request.ts';
import type { SceneRenderer } from './scene-renderer.ts';

interface WorkerRendererOptions {
  /** Timeout of one picture in milliseconds. */
  readonly timeoutMs?: number;
  /** Maximum number of pictures that are drawn or waiting. */
  readonly maxPending?: number;
}

/**
 * Creates a renderer that describes scenes on the calling thread, and draws them in a worker thread one after another.
 */
export const createWorkerRenderer = ({
  timeoutMs = 30_000,
  maxPending = 16,
}: WorkerRendererOptions = {}): SceneRenderer => {
  const describe = createFrameDescriber();
  let write = createRenderRequestWriter();
  let pending = 0;
  const thread = createWorkerThread<RenderRequest, Uint8Array>({
    name: 'picture',
    timeoutMs,
    openWorker: () => {
      // A new thread has no resources, so everything is sent again.
      write = createRenderRequestWriter();
      return openPackageWorker(new URL('./render-worker.ts', import.meta.url), 'picture-worker.js');
    },
    createTimeoutError: () =>
      new ApiError(
        'ACTION_FAILED',
        `The picture took longer than ${timeoutMs / 1000} s. Request a smaller one.`,
      ),
  });

  return {
    async renderPng(scene, camera, size) {
      if (pending >= maxPending) {
        throw new ApiError(
          'ACTION_FAILED',
          `There are already ${pending} pending pictures. Try again later.`,
          {
            mostUnderWay: maxPending,
          },
        );
      }
      const frame = describe(scene, camera, size);
      pending += 1;
      try {
        return await thread.request(() => write(frame), listTransferables);
      } finally {
        pending -= 1;
      }
    },
    close: thread.close,
  };
};
