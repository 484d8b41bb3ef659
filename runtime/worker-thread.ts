import { Worker } from 'node:worker_threads';
import { createSerialQueue } from './serial-queue.ts';
import type { Transferable } from 'node:worker_threads';
import type { WorkerResponse } from './worker-thread-handler.ts';

/** A thread of its own for work that would hold up everything else. */
interface WorkerThread<Request, Answer> {
  /**
   * Has one request answered, after those that were asked before it.
   * @param compose makes the request when its turn has come and the thread is open.
   * @param transfer what of the request the thread takes over instead of a copy.
   */
  request(compose: () => Request, transfer?: (request: Request) => Transferable[]): Promise<Answer>;
  /** Ends the thread, and what is under way with it; a later request starts another. */
  close(): Promise<void>;
}

interface WorkerThreadOptions {
  /** What its failures call it. */
  readonly name: string;
  /** Longest time for one request, in milliseconds. */
  readonly timeoutMs: number;
  openWorker(): Worker;
  /** What a request that takes too long is refused with. */
  createTimeoutError(): Error;
}

/**
 * Opens a thread of this package.
 * @param source the module that it runs, when this runs from sources.
 * @param built the file that the build makes of that module.
 */
export const openPackageWorker = (source: URL, built: string): Worker => {
  // In `dist` the thread's file lies beside every other one. From sources, a thread has to be taught TypeScript first.
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${built}`, import.meta.url));
  const module = JSON.stringify(source.href);
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${module}); });`;
  return new Worker(program, { eval: true });
};

/** Who waits for the answer to the one request that is under way. */
interface PendingRequest<Answer> {
  resolve(reply: WorkerResponse<Answer>): void;
  reject(failure: Error): void;
}

/**
 * A thread that starts with the first request and serves one after another. A request that fails or takes too long
 * ends the thread; the next one starts another. While nothing is asked of it, the thread does not keep the process
 * running.
 */
export const createWorkerThread = <Request, Answer>({
  name,
  timeoutMs,
  openWorker,
  createTimeoutError,
}: WorkerThreadOptions): WorkerThread<Request, Answer> => {
  let thread: Worker | undefined;
  let waiting: PendingRequest<Answer> | undefined;
  const inTurn = createSerialQueue();

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

  const askNow = async (
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

  return { request: (compose, transfer = () => []) => inTurn(() => askNow(compose, transfer)), close: end };
};
