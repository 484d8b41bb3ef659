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

/** A graph that runs an action this many times in every frame. */
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

const createCubeAction = { Action: 'scene.spawn', type: 'Primitives/Cube' };

const listErrors = (stage: ReturnType<typeof createTestRuntime>) =>
  stage.data('console.log').filter(({ severity }) => severity === 'error');

test('a graph that spawns endlessly fills the scene, gets one error, and disturbs nobody', () => {
  const stage = createTestRuntime();
  stage.run(repeatAction(100, createCubeAction), healthyGraph);
  stage.step(110);
  expect(stage.scene.size).toBe(10_000);
  expect(listErrors(stage)).toEqual([
    expect.objectContaining({ nodeId: 'act', message: expect.stringContaining('10000') }),
  ]);
  expect(stage.data('graph.stopped')).toEqual([]);
  expect(stage.messages().filter((message) => message === 'healthy')).toHaveLength(110);
  expect(() => stage.execute('action.run', { action: 'scene.spawn', parameters: { type: 'Empty' } })).toThrow(
    'no room for 1 more. Destroy some first',
  );
  stage.execute('action.run', {
    action: 'scene.objects.destroy',
    parameters: { object: 'cube-1', delay: 0 },
  });
  stage.execute('action.run', { action: 'scene.spawn', parameters: { type: 'Empty' } });
  expect(stage.scene.size).toBe(10_000);
});

test('copies are made all or not at all', () => {
  const stage = createTestRuntime({ limits: { objects: 10 } });
  const duplicate = (count: number) =>
    stage.execute('action.run', {
      action: 'scene.objects.duplicate',
      parameters: { object: 'main-light', count },
    });
  expect(() => duplicate(9)).toThrow('no room for 9 more');
  expect(stage.scene.size).toBe(2);
  duplicate(8);
  expect(stage.scene.size).toBe(10);
});

test('tweens beyond the limit are rejected, with one error', () => {
  const stage = createTestRuntime({ limits: { tweens: 2 } });
  stage.run(repeatAction(20, createCubeAction));
  stage.step();
  stage.execute('graph.stop', { graphId: 'graph' });
  const tween = (object: string) =>
    stage.execute('action.run', {
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
  tween('cube-1');
  tween('cube-2');
  tween('cube-2');
  expect(() => tween('cube-3')).toThrow('The maximum of 2 tweens is reached');
  stage.run(
    repeatAction(5, { Action: 'tween.position', object: 'cube-4', position: { x: 1, y: 1, z: 1 }, time: 9 }),
  );
  stage.step(3);
  expect(listErrors(stage)).toEqual([
    expect.objectContaining({ nodeId: 'act', message: expect.stringContaining('2 tweens') }),
  ]);
  stage.execute('action.run', {
    action: 'scene.objects.destroy',
    parameters: { object: 'cube-1', delay: 0 },
  });
  tween('cube-3');
});

test('a flood of console lines is dropped, counted, and reported once a second', () => {
  const stage = createTestRuntime();
  stage.run(
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
  stage.step(62);
  stage.execute('graph.stop', { graphId: 'graph' });
  expect(stage.messages().filter((message) => message === 'flood')).toHaveLength(62 * 100);
  expect(stage.messages().filter((message) => message === 'healthy')).toHaveLength(62);
  const warnings = stage.data('console.log').filter(({ severity }) => severity === 'warning');
  expect(warnings.map(({ nodeId, graphId }) => [graphId, nodeId])).toEqual(
    warnings.map(() => ['graph', 'log']),
  );
  expect(warnings.map(({ message }) => /\d+/.exec(String(message))?.[0])).toEqual(['51', `${60 * 51}`, '51']);
});

test('an action that writes to the console counts too', () => {
  const stage = createTestRuntime();
  stage.run(repeatAction(150, { Action: 'log.console', message: 'flood', severity: 'log' }));
  stage.step();
  expect(stage.messages().filter((message) => message === 'flood')).toHaveLength(100);
});

test.each([
  ['console lines', ['LogConsole', { Message: 'x' }] as const],
  ['actions', ['RunAction', { Action: 'time.get' }] as const],
])('%s cost steps, which ends a loop of them', (_, node) => {
  const stage = createTestRuntime();
  stage.run(
    createTestGraph({ start: 'Start', loop: ['ForLoop', { Last: 2_000 }], node }, [
      'start.Out > loop.In',
      'loop.Body > node.In',
    ]),
    healthyGraph,
  );
  stage.step();
  expect(stage.data('graph.stopped')).toEqual([expect.objectContaining({ reason: 'executionLimit' })]);
  expect(listErrors(stage)).toEqual([expect.objectContaining({ nodeId: 'node' })]);
});
