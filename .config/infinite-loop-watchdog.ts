/**
 * Terminates a test process that is stuck in an infinite loop. Test timeouts cannot fire while such a loop runs, so the
 * run would hang. The limit applies to CPU time, so that tests on a busy machine are not terminated.
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

// Setup files run again for each test file in the process, but one watchdog is enough.
sharedGlobal[watchdogKey] ??= startWatchdog();
const watchdog = sharedGlobal[watchdogKey];

watchdog.postMessage({ begun: expect.getState().testPath });
beforeEach(({ task }) => watchdog.postMessage({ begun: `${task.file.name}: ${task.name}` }));
