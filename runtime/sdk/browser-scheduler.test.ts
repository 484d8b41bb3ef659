import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserScheduler } from './browser-scheduler.ts';

/** A worker that records its requests. The test answers them. */
class FakeWorker extends EventTarget {
  static latest: FakeWorker | undefined;
  readonly requests: [id: number, ms: number][] = [];

  constructor() {
    super();
    FakeWorker.latest = this;
  }

  postMessage(request: [number, number]): void {
    this.requests.push(request);
  }

  answer(id: number): void {
    this.dispatchEvent(new MessageEvent('message', { data: id }));
  }
}

describe('timers of a page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const start = () => {
    vi.stubGlobal('Worker', FakeWorker);
    const timers = createBrowserScheduler();
    const ran: string[] = [];
    const cancel = timers.after(20, () => ran.push('first'));
    timers.after(-5, () => ran.push('second'));
    return { ran, cancel, timers, worker: FakeWorker.latest! };
  };

  it('run when the worker answers, unless they were cancelled', () => {
    const { ran, cancel, worker } = start();
    expect(worker.requests).toEqual([
      [1, 20],
      [2, 0],
    ]);
    cancel();
    worker.answer(2);
    worker.answer(1);
    worker.answer(2);
    expect(ran).toEqual(['second']);
  });

  it('run by themselves once the worker has failed', () => {
    const { ran, timers, worker } = start();
    worker.dispatchEvent(new Event('error'));
    timers.after(5, () => ran.push('third'));
    vi.advanceTimersByTime(20);
    expect(ran).toEqual(['second', 'third', 'first']);
  });

  it('run without a worker if the page cannot start one', () => {
    vi.stubGlobal('Worker', undefined);
    const ran: string[] = [];
    createBrowserScheduler().after(10, () => ran.push('only'));
    vi.advanceTimersByTime(10);
    expect(ran).toEqual(['only']);
  });
});
