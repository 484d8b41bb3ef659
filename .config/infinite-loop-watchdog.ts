/**
 * Ends the process of tests that loop without end: no timeout is heard while a loop runs, and the run would wait for it.
 * Time is that of the processor, so that tests of a busy machine are left alone.
 */
import { Worker } from 'node:worker_threads';
import { beforeEach, expect } from 'vitest';

const watchdogKey = Symbol.for('scene-runtime-control/watch-loops');
const sharedGlobal = globalThis as { [watchdogKey]?: Worker };

const startWatchdog = (): Worker => {
  const watcher = new Worker(new URL('infinite-loop-watchdog-thread.js', import.meta.url));
  watcher.unref();
  setInterval(() => watcher.postMessage('alive'), 1_000).unref();
  return watcher;
};

// Setup files run again for each test file of the process.
sharedGlobal[watchdogKey] ??= startWatchdog();
const watchdog = sharedGlobal[watchdogKey];

watchdog.postMessage({ begun: expect.getState().testPath });
beforeEach(({ task }) => watchdog.postMessage({ begun: `${task.file.name}: ${task.name}` }));
