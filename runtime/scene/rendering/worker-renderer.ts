import { ApiError } from '#spec/errors.ts';
import { createWorkerThread, openPackageWorker } from '../../shared/worker-thread.ts';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRenderRequestWriter, listTransferables, type RenderRequest } from './render-request.ts';
import type { SceneRenderer } from './scene-renderer.ts';

interface WorkerRendererOptions {
  /** The timeout for a single picture in milliseconds. */
  readonly timeoutMs?: number;
  /** The maximum number of pictures that are being drawn or waiting. */
  readonly maxPending?: number;
}

/**
 * Creates a renderer that describes scenes on the calling thread, and draws the pictures one after another in a worker
 * thread.
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
      // A new thread has no resources, so all of them are sent again.
      write = createRenderRequestWriter();
      return openPackageWorker(new URL('./render-worker.ts', import.meta.url), 'picture-worker.js');
    },
    createTimeoutError: () =>
      new ApiError(
        'ACTION_FAILED',
        `The picture took longer than ${timeoutMs / 1000} s. Request a smaller one.`,
      ),
    createClosedError: () =>
      new ApiError('RUNTIME_NOT_CONNECTED', 'The runtime was closed before the picture was drawn.'),
  });

  return {
    async renderPng(scene, camera, size) {
      if (pending >= maxPending) {
        throw new ApiError(
          'ACTION_FAILED',
          `There are already ${pending} pending pictures. Try again later.`,
          { mostUnderWay: maxPending },
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
