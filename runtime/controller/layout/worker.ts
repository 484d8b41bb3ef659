// biome-ignore-all lint/style/noNonNullAssertion: a worker thread has a parent
/** The thread that arranges graphs. */
import { parentPort } from 'node:worker_threads';
import { arrange } from './arrange.ts';
import type { LayoutRequest, Positions } from './request.ts';

/** What the thread answers to a request. */
export type WorkerAnswer = { readonly positions: Positions } | { readonly error: string };

parentPort!.on('message', async (request: LayoutRequest) => {
  const answer: WorkerAnswer = await arrange(request).then(
    (positions) => ({ positions }),
    (failure) => ({ error: String(failure) }),
  );
  parentPort!.postMessage(answer);
});
