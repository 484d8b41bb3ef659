import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../engine/testing-runtime.ts';
import { createManualScheduler, frozenScheduler } from './testing-schedulers.ts';
import type { Timers } from '../shared/scheduler.ts';

/** Creates a runtime whose time is paused. Requested steps run in slices of real time. */
const createPausedRuntime = (scheduler: Timers = frozenScheduler) => {
  const manualScheduler = createManualScheduler();
  const runtime = createTestRuntime({ scheduler, sliceScheduler: manualScheduler.scheduler });
  const act = (action: string, parameters: Record<string, unknown> = {}) =>
    runtime.target.execute('action.run', { action, parameters });
  runtime.start();
  act('time.pause');
  const runAllTimers = () => {
    let timerCount = 0;
    for (; manualScheduler.isWaiting(); timerCount++) manualScheduler.runNextTimer();
    return timerCount;
  };
  return {
    runtime,
    act,
    manualScheduler,
    runAllTimers,
    step: async (ticks: number) => act('time.step', { ticks }),
  };
};

describe('steps that a client requests', () => {
  test('run before the response when they fit in a time slice', () => {
    const { act, manualScheduler } = createPausedRuntime();
    expect(act('time.step', { ticks: 2 })).toMatchObject({ result: { tick: 2 }, tick: 1, seq: 2 });
    expect(manualScheduler.isWaiting()).toBe(false);
  });

  test('otherwise run in time slices, in the exact number, with the response after the last one', async () => {
    const { runtime, act, runAllTimers, step } = createPausedRuntime();
    runtime.run(createTestGraph({ frame: 'OnNewFrame', log: logNode('frame') }, ['frame.Out > log.In']));
    const response = step(100).then((lastTick) => [lastTick, runtime.messages().length]);
    expect(runtime.messages().length).toBeLessThan(100);
    expect(runAllTimers()).toBeGreaterThan(10);
    expect(await response).toEqual([expect.objectContaining({ result: { tick: 100 }, tick: 1 }), 100]);
    expect(act('time.get')).toMatchObject({ result: { tick: 100 } });
  });

  test('let commands run between two time slices, each before the next step', async () => {
    const { runtime, manualScheduler, act, runAllTimers, step } = createPausedRuntime();
    runtime.run(createTestGraph({ frame: 'OnNewFrame', log: logNode('frame') }, ['frame.Out > log.In']));
    const response = step(50);
    manualScheduler.runNextTimer();
    const before = runtime.messages().length;
    expect(act('log.console', { message: 'between', severity: 'log' })).toMatchObject({
      tick: before + 1,
      seq: 1,
    });
    runAllTimers();
    await response;
    expect(runtime.messages().indexOf('between')).toBe(before);
    expect(runtime.messages()).toHaveLength(51);
  });

  test('run after earlier requested ones, and each response has its own last tick', async () => {
    const { runAllTimers, step } = createPausedRuntime();
    const responses = [step(30), step(5), step(1)];
    runAllTimers();
    expect((await Promise.all(responses)).map(({ result }) => result)).toEqual([
      { tick: 30 },
      { tick: 35 },
      { tick: 36 },
    ]);
  });

  test('are rejected when more would be queued than a single call may request', async () => {
    const { runAllTimers, step } = createPausedRuntime();
    const responses = [step(9_000), step(1_000)];
    await expect(step(50)).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      reason: expect.stringMatching(
        /^\d+ steps are already queued, and the limit is 10000\. Request 50 more once/,
      ),
    });
    runAllTimers();
    await Promise.all(responses);
    expect(await step(1)).toMatchObject({ result: { tick: 10_001 } });
  });

  test('all run before time is resumed', async () => {
    let wake = () => {};
    let now = 0;
    const { act, manualScheduler, runAllTimers, step, runtime } = createPausedRuntime({
      now: () => now,
      after(_, task) {
        wake = task;
        return () => {};
      },
    });
    const runPeriod = () => {
      now += 1000 / 60;
      wake();
    };
    const response = step(30);
    act('time.resume');
    for (let periods = 0; periods < 100; periods++) runPeriod();
    expect(manualScheduler.isWaiting()).toBe(true);
    runAllTimers();
    expect((await response).result).toEqual({ tick: 30 });
    runPeriod();
    expect(act('time.get')).toMatchObject({ result: { tick: 31, paused: false } });
    expect(runtime.messages()).toEqual([]);
  });

  test('are dropped when the runtime stops, after the current one', async () => {
    const { runtime, manualScheduler, step } = createPausedRuntime();
    const response = step(50);
    const laterResponse = step(5);
    manualScheduler.runNextTimer();
    runtime.stop();
    expect(manualScheduler.isWaiting()).toBe(false);
    await expect(response).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      reason: expect.stringContaining('stopped'),
    });
    await expect(laterResponse).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });

  test('cannot be requested by a graph, even while it stops', () => {
    const { runtime, act } = createPausedRuntime();
    runtime.run(
      createTestGraph({ stop: 'OnStop', step: ['RunAction', { Action: 'time.step', ticks: 3 }] }, [
        'stop.Out > step.In',
      ]),
    );
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect(runtime.messages()).toEqual([expect.stringContaining('A graph cannot step time')]);
    expect(act('time.get')).toMatchObject({ result: { tick: 1 } });
  });
});
