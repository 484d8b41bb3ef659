/** Handles requests in a worker thread. */
import { parentPort } from 'node:worker_threads';

export type WorkerResponse<Answer> = { readonly answer: Answer } | { readonly error: string };

export const handleWorkerRequests = <Request, Answer>(
  handle: (request: Request) => Promise<Answer>,
): void => {
  parentPort?.on('message', async (request: Request) => {
    const response: WorkerResponse<Answer> = await handle(request).then(
      (result) => ({ answer: result }),
      (failure) => ({ error: String(failure) }),
    );
    parentPort?.postMessage(response);
  });
};
