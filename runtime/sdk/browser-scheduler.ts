import { systemScheduler, type Timers } from '../shared/scheduler.ts';

/** The program of the worker: answers each request after its delay. */
const workerCode = 'onmessage = ({ data: [id, ms] }) => void setTimeout(() => postMessage(id), ms);';

const startWorker = (): Worker | undefined => {
  try {
    return new Worker(URL.createObjectURL(new Blob([workerCode], { type: 'text/javascript' })));
  } catch {
    return undefined;
  }
};

interface WaitingTask {
  readonly dueAt: number;
  run(): void;
}

/**
 * Creates timers for a page. Browsers slow down the timers of hidden tabs to one per second, but not those of workers,
 * so the delays are measured in a worker. If the page can't start workers, its own timers are used.
 */
export const createBrowserScheduler = (): Timers => {
  const worker = startWorker();
  if (!worker) return systemScheduler;
  const { now } = systemScheduler;
  const waiting = new Map<number, WaitingTask>();
  let count = 0;
  let isBroken = false;

  const run = (id: number): void => {
    const task = waiting.get(id);
    waiting.delete(id);
    task?.run();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => run(data));
  // A content security policy can also block a worker after it was created.
  worker.addEventListener('error', () => {
    isBroken = true;
    for (const [id, { dueAt }] of waiting) systemScheduler.after(dueAt - now(), () => run(id));
  });
  return {
    now,
    after(milliseconds, task) {
      if (isBroken) return systemScheduler.after(milliseconds, task);
      count += 1;
      const id = count;
      waiting.set(id, { dueAt: now() + milliseconds, run: task });
      worker.postMessage([id, Math.max(0, milliseconds)]);
      return () => void waiting.delete(id);
    },
  };
};
