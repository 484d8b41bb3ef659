// biome-ignore-all lint/style/noNonNullAssertion: a worker thread has a parent
/** What runs in a worker thread answers by this. */
import { parentPort } from 'node:worker_threads';

/** What a thread sends back for a request. */
export type WorkerResponse<Answer> = { readonly answer: Answer } | { readonly error: string };

/** Answers every request to the thread that this runs in. */
export const handleWorkerRequests = <Request, Answer>(
  answer: (request: Request) => Promise<Answer>,
): void => {
  parentPort!.on('message', async (request: Request) => {
    const reply: WorkerResponse<Answer> = await answer(request).then(
      (given) => ({ answer: given }),
      (failure) => ({ error: String(failure) }),
    );
    parentPort!.postMessage(reply);
  });
};
