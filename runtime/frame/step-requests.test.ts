import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../engine/testing-runtime.ts';
import { createManualScheduler, frozenScheduler } from './testing-schedulers.ts';
import type { Scheduler } from './timer-scheduler.ts';

/** A runtime whose time is paused while real time goes on, so that the steps asked for are made in turns. */
const createPausedRuntime = (scheduler: Scheduler = frozenScheduler) => {
  const turns = createManualScheduler();
  const stage = createTestRuntime({ scheduler, sliceScheduler: turns.scheduler });
  const act = (action: string, parameters: Record<string, unknown> = {}) =>
    stage.target.execute('action.run', { action, parameters });
  stage.start();
  act('time.pause');
  const giveAll = () => {
    let given = 0;
    for (; turns.isWaiting(); given++) turns.give();
    return given;
  };
  return { stage, act, turns, giveAll, step: async (ticks: number) => act('time.step', { ticks }) };
};

describe('steps that a client asks for', () => {
  test('are made before the answer when they take no longer than a turn', () => {
    const { act, turns } = createPausedRuntime();
    expect(act('time.step', { ticks: 2 })).toMatchObject({ result: { tick: 2 }, tick: 1, seq: 2 });
    expect(turns.isWaiting()).toBe(false);
  });

  test('are made in turns beyond that, exactly so many, and answered behind the last', async () => {
    const { stage, act, giveAll, step } = createPausedRuntime();
    stage.run(createTestGraph({ frame: 'OnNewFrame', log: logNode('frame') }, ['frame.Out > log.In']));
    const answer = step(100).then((told) => [told, stage.messages().length]);
    expect(stage.messages().length).toBeLessThan(100);
    expect(giveAll()).toBeGreaterThan(10);
    expect(await answer).toEqual([expect.objectContaining({ result: { tick: 100 }, tick: 1 }), 100]);
    expect(act('time.get')).toMatchObject({ result: { tick: 100 } });
  });

  test('let commands in between two turns, each before the coming step', async () => {
    const { stage, turns, act, giveAll, step } = createPausedRuntime();
    stage.run(createTestGraph({ frame: 'OnNewFrame', log: logNode('frame') }, ['frame.Out > log.In']));
    const answer = step(50);
    turns.give();
    const before = stage.messages().length;
    expect(act('log.console', { message: 'between', severity: 'log' })).toMatchObject({
      tick: before + 1,
      seq: 1,
    });
    giveAll();
    await answer;
    expect(stage.messages().indexOf('between')).toBe(before);
    expect(stage.messages()).toHaveLength(51);
  });

  test('come behind those that were asked for before, each answered with its own last', async () => {
    const { giveAll, step } = createPausedRuntime();
    const answers = [step(30), step(5), step(1)];
    giveAll();
    expect((await Promise.all(answers)).map(({ result }) => result)).toEqual([
      { tick: 30 },
      { tick: 35 },
      { tick: 36 },
    ]);
  });

  test('are refused when more than a single call may ask for would be left', async () => {
    const { giveAll, step } = createPausedRuntime();
    const answers = [step(9_000), step(1_000)];
    await expect(step(50)).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      reason: expect.stringMatching(
        /^\d+ steps are still to be made, and no more than 10000 are; ask for 50 once/,
      ),
    });
    giveAll();
    await Promise.all(answers);
    expect(await step(1)).toMatchObject({ result: { tick: 10_001 } });
  });

  test('are all made before time runs again', async () => {
    let wake = () => {};
    let now = 0;
    const { act, turns, giveAll, step, stage } = createPausedRuntime({
      now: () => now,
      after(_, task) {
        wake = task;
        return () => {};
      },
    });
    const pass = () => {
      now += 1000 / 60;
      wake();
    };
    const answer = step(30);
    act('time.resume');
    for (let periods = 0; periods < 100; periods++) pass();
    expect(turns.isWaiting()).toBe(true);
    giveAll();
    expect((await answer).result).toEqual({ tick: 30 });
    pass();
    expect(act('time.get')).toMatchObject({ result: { tick: 31, paused: false } });
    expect(stage.messages()).toEqual([]);
  });

  test('are given up when the runtime stops, after the one that is being made', async () => {
    const { stage, turns, step } = createPausedRuntime();
    const answer = step(50);
    const another = step(5);
    turns.give();
    stage.stop();
    expect(turns.isWaiting()).toBe(false);
    await expect(answer).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      reason: expect.stringContaining('stopped'),
    });
    await expect(another).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });

  test('cannot be asked for by a graph, also not while it stops', () => {
    const { stage, act } = createPausedRuntime();
    stage.run(
      createTestGraph({ stop: 'OnStop', step: ['RunAction', { Action: 'time.step', ticks: 3 }] }, [
        'stop.Out > step.In',
      ]),
    );
    stage.step();
    stage.execute('graph.stop', { graphId: 'graph' });
    expect(stage.messages()).toEqual([expect.stringContaining('by a graph')]);
    expect(act('time.get')).toMatchObject({ result: { tick: 1 } });
  });
});
