import { expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from './testing-runtime.ts';
import type { Json } from '#spec/values.ts';

const healthyGraph = createTestGraph(
  { frame: 'OnNewFrame', log: logNode('healthy') },
  ['frame.Out > log.In'],
  {
    graphId: 'healthy',
  },
);

/** Creates a graph that runs an action the given number of times in every frame. */
const repeatAction = (times: number, action: Readonly<Record<string, Json>>) =>
  createTestGraph(
    {
      frame: 'OnNewFrame',
      loop: ['ForLoop', { Last: times - 1 }],
      act: ['RunAction', action],
      done: logNode('done'),
      failed: 'LogConsole',
    },
    [
      'frame.Out > loop.In',
      'loop.Body > act.In',
      'act.Done > done.In',
      'act.Failed > failed.In',
      'act.Error > failed.Message',
    ],
  );

const spawnCubeAction = { Action: 'scene.spawn', type: 'Primitives/Cube' };

const listErrors = (runtime: ReturnType<typeof createTestRuntime>) =>
  runtime.data('console.log').filter(({ severity }) => severity === 'error');

test('a graph that spawns endlessly fills the scene, gets one error, and disturbs nobody', () => {
  const runtime = createTestRuntime();
  runtime.run(repeatAction(100, spawnCubeAction), healthyGraph);
  runtime.step(110);
  expect(runtime.scene.size).toBe(10_000);
  expect(listErrors(runtime)).toEqual([
    expect.objectContaining({ nodeId: 'act', message: expect.stringContaining('10000') }),
  ]);
  expect(runtime.data('graph.stopped')).toEqual([]);
  expect(runtime.messages().filter((message) => message === 'healthy')).toHaveLength(110);
  expect(() =>
    runtime.execute('action.run', { action: 'scene.spawn', parameters: { type: 'Empty' } }),
  ).toThrow('no room for 1 more. Destroy some first');
  runtime.execute('action.run', {
    action: 'scene.objects.destroy',
    parameters: { object: 'cube-1', delay: 0 },
  });
  runtime.execute('action.run', { action: 'scene.spawn', parameters: { type: 'Empty' } });
  expect(runtime.scene.size).toBe(10_000);
});

test('copies are made all or not at all', () => {
  const runtime = createTestRuntime({ limits: { objects: 10 } });
  const duplicateObject = (count: number) =>
    runtime.execute('action.run', {
      action: 'scene.objects.duplicate',
      parameters: { object: 'main-light', count },
    });
  expect(() => duplicateObject(9)).toThrow('no room for 9 more');
  expect(runtime.scene.size).toBe(2);
  duplicateObject(8);
  expect(runtime.scene.size).toBe(10);
});

test('tweens beyond the limit are rejected, with one error', () => {
  const runtime = createTestRuntime({ limits: { tweens: 2 } });
  runtime.run(repeatAction(20, spawnCubeAction));
  runtime.step();
  runtime.execute('graph.stop', { graphId: 'graph' });
  const startTween = (object: string) =>
    runtime.execute('action.run', {
      action: 'tween.position',
      parameters: {
        object,
        position: { x: 1, y: 1, z: 1 },
        space: 'local',
        time: 9,
        delay: 0,
        loops: 0,
        yoyo: false,
        ease: 'linear',
      },
    });
  startTween('cube-1');
  startTween('cube-2');
  startTween('cube-2');
  expect(() => startTween('cube-3')).toThrow('The maximum of 2 tweens is reached');
  runtime.run(
    repeatAction(5, { Action: 'tween.position', object: 'cube-4', position: { x: 1, y: 1, z: 1 }, time: 9 }),
  );
  runtime.step(3);
  expect(listErrors(runtime)).toEqual([
    expect.objectContaining({ nodeId: 'act', message: expect.stringContaining('2 tweens') }),
  ]);
  runtime.execute('action.run', {
    action: 'scene.objects.destroy',
    parameters: { object: 'cube-1', delay: 0 },
  });
  startTween('cube-3');
});

test('a flood of console lines is dropped, counted, and reported once a second', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph(
      {
        frame: 'OnNewFrame',
        loop: ['ForLoop', { Last: 149 }],
        log: logNode('flood'),
        other: logNode('other'),
      },
      ['frame.Out > loop.In', 'loop.Body > log.In', 'frame.Out > other.In'],
    ),
    healthyGraph,
  );
  runtime.step(62);
  runtime.execute('graph.stop', { graphId: 'graph' });
  expect(runtime.messages().filter((message) => message === 'flood')).toHaveLength(62 * 100);
  expect(runtime.messages().filter((message) => message === 'healthy')).toHaveLength(62);
  const warnings = runtime.data('console.log').filter(({ severity }) => severity === 'warning');
  expect(warnings.map(({ nodeId, graphId }) => [graphId, nodeId])).toEqual(
    warnings.map(() => ['graph', 'log']),
  );
  expect(warnings.map(({ message }) => /\d+/.exec(String(message))?.[0])).toEqual(['51', `${60 * 51}`, '51']);
});

test('an action that writes to the console counts too', () => {
  const runtime = createTestRuntime();
  runtime.run(repeatAction(150, { Action: 'log.console', message: 'flood', severity: 'log' }));
  runtime.step();
  expect(runtime.messages().filter((message) => message === 'flood')).toHaveLength(100);
});

test.each([
  ['console lines', ['LogConsole', { Message: 'x' }] as const],
  ['actions', ['RunAction', { Action: 'time.get' }] as const],
])('%s cost steps, which ends a loop of them', (_, node) => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ start: 'Start', loop: ['ForLoop', { Last: 2_000 }], node }, [
      'start.Out > loop.In',
      'loop.Body > node.In',
    ]),
    healthyGraph,
  );
  runtime.step();
  expect(runtime.data('graph.stopped')).toEqual([expect.objectContaining({ reason: 'executionLimit' })]);
  expect(listErrors(runtime)).toEqual([expect.objectContaining({ nodeId: 'node' })]);
});
