// biome-ignore-all lint/style/noNonNullAssertion: a worker thread has a parent
/** The worker-thread side of requests. */
import { parentPort } from 'node:worker_threads';

/** The response of a thread to a request. */
export type WorkerResponse<Answer> = { readonly answer: Answer } | { readonly error: string };

/** Handles every request to the current worker thread. */
export const handleWorkerRequests = <Request, Answer>(
  answer: (request: Request) => Promise<Answer>,
): void => {
  parentPort!.on('message', async (request: Request) => {
    const reply: WorkerResponse<Answer> = await answer(request).then(
      (result) => ({ answer: result }),
      (failure) => ({ error: String(failure) }),
    );
    parentPort!.postMessage(reply);
  });
};
