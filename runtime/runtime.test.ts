import { describe, expect, test } from 'vitest';
import { createTestRuntime, createTestGraph, createTestVariable } from './engine/testing-runtime.ts';
import type { Timers } from './shared/scheduler.ts';

const runAction = (
  runtime: ReturnType<typeof createTestRuntime>,
  action: string,
  parameters: Record<string, unknown> = {},
) => runtime.execute('action.run', { action, parameters });

/** Starts a tween of a new object, and returns the object's tag. */
const startTween = (runtime: ReturnType<typeof createTestRuntime>, time: number): string => {
  const { tag } = runtime.scene.spawn({ type: 'Empty' });
  const position = { x: 1, y: 2, z: 3 };
  runAction(runtime, 'tween.position', {
    object: tag,
    position,
    time,
    ease: 'linear',
    delay: 0,
    loops: 0,
    yoyo: false,
  });
  return tag;
};

describe('commands', () => {
  test('are stamped with the next tick, and counted since the last one', () => {
    const runtime = createTestRuntime();
    expect(runtime.put()).toEqual({ tick: 1, seq: 1 });
    expect(runtime.put()).toEqual({ tick: 1, seq: 2 });
    runtime.step(4);
    expect(runtime.put()).toEqual({ tick: 5, seq: 1 });
  });

  test('deliver their events before the response', () => {
    const runtime = createTestRuntime();
    runtime.execute('graph.load', { graph: createTestGraph({ start: 'Start' }) });
    runtime.execute('graph.run', { graphId: 'graph' });
    expect(runtime.batches).toEqual([
      [expect.objectContaining({ type: 'graph.running', tick: 1, graphId: 'graph' })],
    ]);
    runAction(runtime, 'log.console', { message: 'hi', severity: 'log' });
    expect(runtime.messages()).toEqual(['hi']);
  });

  test('have the result of an action in their response', () => {
    const runtime = createTestRuntime();
    expect(runAction(runtime, 'time.get')).toMatchObject({
      tick: 1,
      seq: 1,
      result: { tick: 0, paused: false, scale: 1 },
    });
  });

  test('an action sees global variables', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('who', 'world'));
    const { result } = runAction(runtime, 'text.format', { template: 'Hello {who}', variables: true });
    expect(JSON.stringify(result)).toContain('Hello world');
  });
});

describe('a tick', () => {
  test('delivers all of its events in one batch at its end', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph({ frame: 'OnNewFrame', a: 'LogConsole', b: 'LogConsole' }, [
        'frame.Out > a.In',
        'frame.Out > b.In',
      ]),
    );
    const before = runtime.batches.length;
    runtime.step(2);
    expect(runtime.batches.slice(before).map((batch) => batch.map(({ tick }) => tick))).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('fires latent nodes, then runs graphs, then advances tweens, then reports variables', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('n', 0));
    const started = createTestGraph(
      {
        start: 'Start',
        frame: 'OnNewFrame',
        delay: ['Delay', { Duration: 2 / 60 }],
        late: ['LogConsole', { Message: 'latent' }],
        now: ['LogConsole', { Message: 'frame' }],
        n: ['IncrementVariable', { Variable: 'n' }],
      },
      ['start.Out > delay.In', 'delay.Done > late.In', 'frame.Out > now.In', 'now.Out > n.In'],
    );
    runtime.put(createTestVariable('n', 0, 'Integer'));
    runtime.run(started);
    startTween(runtime, 3 / 60 - 1e-6);
    runtime.step(3);
    expect(runtime.batches.at(-1)!.map(({ type, data }) => data.message ?? type)).toEqual([
      'latent',
      'frame',
      'tween.completed',
      'variable.changed',
    ]);
  });

  test('moves tweened objects to their targets', () => {
    const runtime = createTestRuntime();
    const tag = startTween(runtime, 0.5);
    runtime.step(31);
    expect(runtime.scene.get(tag).node.position).toMatchObject({ x: 1, y: 2, z: 3 });
  });
});

describe('time', () => {
  test('can be stepped exactly while paused, with events before the response', () => {
    const runtime = createTestRuntime();
    runtime.run(createTestGraph({ frame: 'OnNewFrame', log: 'LogConsole' }, ['frame.Out > log.In']));
    expect(() => runAction(runtime, 'time.step', { ticks: 3 })).toThrow();
    runAction(runtime, 'time.pause');
    runAction(runtime, 'time.step', { ticks: 3 });
    expect(runtime.raised('console.log').map(({ tick }) => tick)).toEqual([1, 2, 3]);
    expect(runAction(runtime, 'time.get').tick).toBe(4);
  });

  test('runs at the time scale', () => {
    const runtime = createTestRuntime({ fps: 10 });
    runAction(runtime, 'time.setScale', { scale: 0.5 });
    runtime.step(4);
    expect(runAction(runtime, 'time.get').result.time).toBeCloseTo(0.2);
    expect(() => runAction(runtime, 'time.setScale', { scale: 101 })).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMETERS' }),
    );
  });

  /** Creates real time that advances only when the test fires the next timer. */
  const createFakeTime = () => {
    let now = 0;
    let timer: { at: number; task: () => void } | undefined;
    const scheduler: Timers = {
      now: () => now,
      after(milliseconds, task) {
        timer = { at: now + milliseconds, task };
        return () => {
          timer = undefined;
        };
      },
    };
    const fire = (lateness = 0) => {
      const { at, task } = timer!;
      now = at + lateness;
      task();
    };
    return { scheduler, fire, isWaiting: () => timer !== undefined };
  };

  test('follows real time once started, and reports time dropped after a stall on the console', () => {
    const time = createFakeTime();
    const runtime = createTestRuntime({ scheduler: time.scheduler });
    // without something that happens in each frame, frames would rest
    runtime.run(createTestGraph({ frame: 'OnNewFrame', watch: 'Watch' }, ['frame.Out > watch.In']));
    runtime.start();
    for (let count = 0; count < 60; count++) time.fire();
    expect(runAction(runtime, 'time.get').result.tick).toBe(60);
    time.fire(5000);
    expect(runAction(runtime, 'time.get').result.tick).toBe(65);
    expect(runtime.data('console.log')).toEqual([
      expect.objectContaining({ severity: 'warning', contextType: 'none' }),
    ]);
  });

  test('stands still while paused', () => {
    const time = createFakeTime();
    const runtime = createTestRuntime({ scheduler: time.scheduler });
    runtime.start();
    runAction(runtime, 'time.pause');
    for (let count = 0; count < 60; count++) time.fire();
    expect(runAction(runtime, 'time.get').result.tick).toBe(0);
    runAction(runtime, 'time.resume');
    time.fire();
    expect(runAction(runtime, 'time.get').result.tick).toBe(1);
  });

  test('stopping the runtime stops running graphs, which fire OnStop', () => {
    const time = createFakeTime();
    const runtime = createTestRuntime({ scheduler: time.scheduler });
    runtime.run(
      createTestGraph({ stop: 'OnStop', log: ['LogConsole', { Message: 'bye' }] }, ['stop.Out > log.In']),
    );
    runtime.start();
    time.fire();
    runtime.stop();
    expect(time.isWaiting()).toBe(false);
    expect(runtime.batches.at(-1)!.map(({ type }) => type)).toEqual(['console.log', 'graph.stopped']);
  });
});
