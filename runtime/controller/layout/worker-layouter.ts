import { ApiError } from '#spec/errors.ts';
import { createWorkerThread, openPackageWorker } from '../../worker-thread.ts';
import type { Layouter } from './layouter.ts';
import type { LayoutRequest, Positions } from './request.ts';

interface WorkerLayouterOptions {
  /** Longest time for one arrangement, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Arranges in a thread of its own. A request that takes too long is LAYOUT_FAILED. */
export const createWorkerLayouter = ({ timeoutMs = 30_000 }: WorkerLayouterOptions = {}): Layouter => {
  const thread = createWorkerThread<LayoutRequest, Positions>({
    name: 'layout',
    timeoutMs,
    openWorker: () => openPackageWorker(new URL('./worker.ts', import.meta.url), 'layout-worker.js'),
    createTimeoutError: () =>
      new ApiError('LAYOUT_FAILED', `The layout took longer than ${timeoutMs / 1000} s.`),
  });
  return { arrange: (request) => thread.request(() => request), close: thread.close };
};
