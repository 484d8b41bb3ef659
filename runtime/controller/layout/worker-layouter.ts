import { Worker } from 'node:worker_threads';
import { Fault } from '#spec/errors.ts';
import { createTurns } from '../turns.ts';
import type { Layouter } from './layouter.ts';
import type { LayoutRequest, Positions } from './request.ts';
import type { WorkerAnswer } from './worker.ts';

interface WorkerLayouterOptions {
  /** Longest time for one arrangement, in milliseconds. */
  readonly timeoutMs?: number;
}

/** In `dist` the thread's file lies beside every other one. From sources, a thread has to be taught TypeScript first. */
const openThread = (): Worker => {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./layout-worker.js', import.meta.url));
  const source = JSON.stringify(new URL('./worker.ts', import.meta.url).href);
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); });`;
  return new Worker(program, { eval: true });
};

/** Who waits for the answer to the one request that is under way. */
interface Waiting {
  resolve(answer: WorkerAnswer): void;
  reject(failure: Error): void;
}

/**
 * Arranges in a thread of its own, which starts with the first request and serves one after another. A request that
 * takes too long is LAYOUT_FAILED and ends the thread; the next one starts another. While nothing is asked of it, the
 * thread does not keep the process running.
 */
export const createWorkerLayouter = ({ timeoutMs = 30_000 }: WorkerLayouterOptions = {}): Layouter => {
  let thread: Worker | undefined;
  let waiting: Waiting | undefined;
  const inTurn = createTurns();

  const startThread = (): Worker => {
    const started = openThread();
    started.on('message', (answer: WorkerAnswer) => waiting?.resolve(answer));
    started.on('error', (failure) => waiting?.reject(failure));
    started.on('exit', () => {
      thread = undefined;
      waiting?.reject(new Error('The layout thread ended.'));
    });
    return started;
  };

  const endThread = async (): Promise<void> => {
    await thread?.terminate();
  };

  const ask = async (request: LayoutRequest): Promise<Positions> => {
    thread ??= startThread();
    thread.ref();
    thread.postMessage(request);
    const tooLong = (): void =>
      waiting?.reject(new Fault('LAYOUT_FAILED', `The layout took longer than ${timeoutMs / 1000} s.`));
    const timer = setTimeout(tooLong, timeoutMs);
    try {
      const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
        waiting = { resolve, reject };
      });
      if ('error' in answer) throw new Error(answer.error);
      return answer.positions;
    } catch (failure) {
      await endThread();
      throw failure;
    } finally {
      clearTimeout(timer);
      waiting = undefined;
      thread?.unref();
    }
  };

  return { arrange: (request) => inTurn(() => ask(request)), close: endThread };
};
