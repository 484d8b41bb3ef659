/**
 * Ends the process of tests that loop without end: no timeout is heard while a loop runs, and the run would wait for it.
 * Time is that of the processor, so that tests of a busy machine are left alone.
 */
import { Worker } from 'node:worker_threads';
import { beforeEach, expect } from 'vitest';

const key = Symbol.for('scene-runtime-control/watch-loops');
const shared = globalThis as { [key]?: Worker };

const start = (): Worker => {
  const watcher = new Worker(new URL('watch-loops-thread.js', import.meta.url));
  watcher.unref();
  setInterval(() => watcher.postMessage('alive'), 1_000).unref();
  return watcher;
};

// Setup files run again for each test file of the process.
shared[key] ??= start();
const watcher = shared[key];

watcher.postMessage({ begun: expect.getState().testPath });
beforeEach(({ task }) => watcher.postMessage({ begun: `${task.file.name}: ${task.name}` }));
