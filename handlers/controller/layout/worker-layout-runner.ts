import { createWorkerThread, openPackageWorker } from '#runtime/shared/worker-thread.ts';
import { ApiError } from '#spec/errors.ts';
import type { LayoutRequest, LayoutRunner, Positions } from './layout-request.ts';

interface WorkerLayoutRunnerOptions {
  /** The timeout for a request in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Creates a runner that computes layouts in a worker thread. A request that takes too long fails with LAYOUT_FAILED.
 */
export const createWorkerLayoutRunner = ({
  timeoutMs = 30_000,
}: WorkerLayoutRunnerOptions = {}): LayoutRunner => {
  const thread = createWorkerThread<LayoutRequest, Positions>({
    name: 'layout',
    timeoutMs,
    openWorker: () => openPackageWorker(new URL('./layout-worker.ts', import.meta.url), 'layout-worker.js'),
    createTimeoutError: () =>
      new ApiError('LAYOUT_FAILED', `The layout took longer than ${timeoutMs / 1000} s.`),
    createClosedError: () =>
      new ApiError('LAYOUT_FAILED', 'The service was closed before the layout was ready.'),
  });
  return { arrange: (request) => thread.request(() => request), close: thread.close };
};
