import { Worker } from 'node:worker_threads';
import { createSerialQueue } from './serial-queue.ts';
import type { Transferable } from 'node:worker_threads';
import type { WorkerResponse } from './worker-thread-handler.ts';

/** A worker thread for work that would block the event loop. */
interface WorkerThread<Request, Answer> {
  /**
   * Sends a request after all earlier ones.
   * @param compose creates the request when the thread is ready for it
   * @param transfer lists objects to transfer rather than copy
   */
  request(compose: () => Request, transfer?: (request: Request) => Transferable[]): Promise<Answer>;
  /** Terminates the thread with its current request. The next request starts another thread. */
  close(): Promise<void>;
}

interface WorkerThreadOptions {
  /** Used in error messages. */
  readonly name: string;
  /** Timeout of a request in milliseconds. */
  readonly timeoutMs: number;
  openWorker(): Worker;
  /** Creates the error for a request that timed out. */
  createTimeoutError(): Error;
}

/**
 * Starts a worker thread of this package.
 * @param source module to run when this package runs from sources
 * @param built file of that module in the build
 */
export const openPackageWorker = (source: URL, built: string): Worker => {
  // In `dist`, all files are in one folder. From sources, a thread needs a TypeScript loader first.
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${built}`, import.meta.url));
  const module = JSON.stringify(source.href);
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${module}); });`;
  return new Worker(program, { eval: true });
};

/** The caller of the current request. */
interface PendingRequest<Answer> {
  resolve(reply: WorkerResponse<Answer>): void;
  reject(failure: Error): void;
}

/**
 * Creates a thread that starts with the first request, and handles one request at a time. A request that fails or times
 * out terminates the thread; the next one starts another. An idle thread doesn't keep the process alive.
 */
export const createWorkerThread = <Request, Answer>({
  name,
  timeoutMs,
  openWorker,
  createTimeoutError,
}: WorkerThreadOptions): WorkerThread<Request, Answer> => {
  let thread: Worker | undefined;
  let waiting: PendingRequest<Answer> | undefined;
  const enqueue = createSerialQueue();

  const start = (): Worker => {
    const started = openWorker();
    started.on('message', (reply: WorkerResponse<Answer>) => waiting?.resolve(reply));
    started.on('error', (failure) => waiting?.reject(failure));
    started.on('exit', () => {
      thread = undefined;
      waiting?.reject(new Error(`The ${name} thread ended.`));
    });
    return started;
  };

  const end = async (): Promise<void> => {
    await thread?.terminate();
  };

  const sendRequest = async (
    compose: () => Request,
    transfer: (request: Request) => Transferable[],
  ): Promise<Answer> => {
    thread ??= start();
    thread.ref();
    const timer = setTimeout(() => waiting?.reject(createTimeoutError()), timeoutMs);
    try {
      const request = compose();
      thread.postMessage(request, transfer(request));
      const reply = await new Promise<WorkerResponse<Answer>>((resolve, reject) => {
        waiting = { resolve, reject };
      });
      if ('error' in reply) throw new Error(reply.error);
      return reply.answer;
    } catch (failure) {
      await end();
      throw failure;
    } finally {
      clearTimeout(timer);
      waiting = undefined;
      thread?.unref();
    }
  };

  return {
    request: (compose, transfer = () => []) => enqueue(() => sendRequest(compose, transfer)),
    close: end,
  };
};
