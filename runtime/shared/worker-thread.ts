import { type Transferable, Worker } from 'node:worker_threads';
import { createSerialQueue } from './serial-queue.ts';
import type { WorkerResponse } from './worker-thread-handler.ts';

interface WorkerThreadOptions {
  /** Name of the thread in error messages. */
  readonly name: string;
  /** Timeout of a request in milliseconds. */
  readonly timeoutMs: number;
  openWorker(): Worker;
  createTimeoutError(): Error;
  /** Creates the error of a request that was not answered when the thread was closed. */
  createClosedError(): Error;
}

/**
 * Starts one of this package's worker threads.
 * @param source the module to run when this package runs from its TypeScript sources
 * @param builtFile the file name of that module in the build
 */
export const openPackageWorker = (source: URL, builtFile: string): Worker => {
  // In `dist`, all files are in one folder. When running from sources, a thread has to load a TypeScript loader first.
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${builtFile}`, import.meta.url));
  const module = JSON.stringify(source.href);
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${module}); });`;
  return new Worker(program, { eval: true });
};

/** The current request, whose caller is waiting for the answer. */
interface PendingRequest<Answer> {
  resolve(response: WorkerResponse<Answer>): void;
  reject(failure: Error): void;
}

/**
 * Creates a worker thread, for work that would otherwise block the event loop. The thread starts with the first request
 * and handles one request at a time. A request that fails or times out terminates the thread, and the next request
 * starts a new one. An idle thread doesn't keep the process alive.
 */
export const createWorkerThread = <Request, Answer>({
  name,
  timeoutMs,
  openWorker,
  createTimeoutError,
  createClosedError,
}: WorkerThreadOptions) => {
  let thread: Worker | undefined;
  let pending: PendingRequest<Answer> | undefined;
  const enqueue = createSerialQueue();
  let closeCount = 0;

  const start = (): Worker => {
    const worker = openWorker();
    worker.on('message', (response: WorkerResponse<Answer>) => pending?.resolve(response));
    worker.on('error', (failure) => pending?.reject(failure));
    worker.on('exit', () => {
      thread = undefined;
      pending?.reject(new Error(`The ${name} thread ended.`));
    });
    return worker;
  };

  const end = async (): Promise<void> => {
    await thread?.terminate();
  };

  const sendRequest = async (
    createRequest: () => Request,
    transfer: (request: Request) => Transferable[],
  ): Promise<Answer> => {
    thread ??= start();
    thread.ref();
    const timer = setTimeout(() => pending?.reject(createTimeoutError()), timeoutMs);
    try {
      const request = createRequest();
      thread.postMessage(request, transfer(request));
      const response = await new Promise<WorkerResponse<Answer>>((resolve, reject) => {
        pending = { resolve, reject };
      });
      if ('error' in response) throw new Error(response.error);
      return response.answer;
    } catch (failure) {
      await end();
      throw failure;
    } finally {
      clearTimeout(timer);
      pending = undefined;
      thread?.unref();
    }
  };

  return {
    /**
     * Sends a request after all earlier requests have been answered.
     * @param createRequest creates the request as soon as the thread is ready for it
     * @param transfer returns the objects to transfer rather than copy
     */
    request: (
      createRequest: () => Request,
      transfer: (request: Request) => Transferable[] = () => [],
    ): Promise<Answer> => {
      const closesBefore = closeCount;
      return enqueue(async () => {
        if (closeCount > closesBefore) throw createClosedError();
        return sendRequest(createRequest, transfer);
      });
    },
    /** Terminates the thread, and fails the requests that were not answered. The next request starts a new thread. */
    close(): Promise<void> {
      closeCount += 1;
      pending?.reject(createClosedError());
      return end();
    },
  };
};
