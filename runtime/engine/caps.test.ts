import { expect, test } from 'vitest';
import { createStage, say, sketch } from './testing.ts';
import type { Json } from '#spec/values.ts';

const healthy = sketch({ frame: 'OnNewFrame', log: say('healthy') }, ['frame.Out > log.In'], {
  graphId: 'healthy',
});

/** A graph that runs an action so often in every frame. */
const often = (times: number, action: Readonly<Record<string, Json>>) =>
  sketch(
    {
      frame: 'OnNewFrame',
      loop: ['ForLoop', { Last: times - 1 }],
      act: ['RunAction', action],
      done: say('done'),
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

const cube = { Action: 'scene.spawn', type: 'Primitives/Cube' };

const errorsOf = (stage: ReturnType<typeof createStage>) =>
  stage.data('console.log').filter(({ severity }) => severity === 'error');

test('a graph that spawns for ever fills the scene, is told so once, and disturbs nobody', () => {
  const stage = createStage();
  stage.run(often(100, cube), healthy);
  stage.step(110);
  expect(stage.scene.size).toBe(10_000);
  expect(errorsOf(stage)).toEqual([
    expect.objectContaining({ nodeId: 'act', message: expect.stringContaining('10000') }),
  ]);
  expect(stage.data('graph.stopped')).toEqual([]);
  expect(stage.messages().filter((message) => message === 'healthy')).toHaveLength(110);
  expect(() => stage.execute('action.run', { action: 'scene.spawn', parameters: { type: 'Empty' } })).toThrow(
    'no room for 1 more; destroy some first',
  );
  stage.execute('action.run', {
    action: 'scene.objects.destroy',
    parameters: { object: 'cube-1', delay: 0 },
  });
  stage.execute('action.run', { action: 'scene.spawn', parameters: { type: 'Empty' } });
  expect(stage.scene.size).toBe(10_000);
});

test('copies are made all or not at all', () => {
  const stage = createStage({ limits: { objects: 10 } });
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

test('tweens are refused beyond the most, and told once', () => {
  const stage = createStage({ limits: { tweens: 2 } });
  stage.run(often(20, cube));
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
  expect(() => tween('cube-3')).toThrow('There are 2 tweens already');
  stage.run(
    often(5, { Action: 'tween.position', object: 'cube-4', position: { x: 1, y: 1, z: 1 }, time: 9 }),
  );
  stage.step(3);
  expect(errorsOf(stage)).toEqual([
    expect.objectContaining({ nodeId: 'act', message: expect.stringContaining('2 tweens') }),
  ]);
  stage.execute('action.run', {
    action: 'scene.objects.destroy',
    parameters: { object: 'cube-1', delay: 0 },
  });
  tween('cube-3');
});

test('a flood of console lines is cut, counted, and told once a second', () => {
  const stage = createStage();
  stage.run(
    sketch(
      { frame: 'OnNewFrame', loop: ['ForLoop', { Last: 149 }], log: say('flood'), other: say('other') },
      ['frame.Out > loop.In', 'loop.Body > log.In', 'frame.Out > other.In'],
    ),
    healthy,
  );
  stage.step(62);
  stage.execute('graph.stop', { graphId: 'graph' });
  expect(stage.messages().filter((message) => message === 'flood')).toHaveLength(62 * 100);
  expect(stage.messages().filter((message) => message === 'healthy')).toHaveLength(62);
  const told = stage.data('console.log').filter(({ severity }) => severity === 'warning');
  expect(told.map(({ nodeId, graphId }) => [graphId, nodeId])).toEqual(told.map(() => ['graph', 'log']));
  expect(told.map(({ message }) => String(message).split(' ')[0])).toEqual(['51', `${60 * 51}`, '51']);
});

test('an action that writes to the console counts too', () => {
  const stage = createStage();
  stage.run(often(150, { Action: 'log.console', message: 'flood', severity: 'log' }));
  stage.step();
  expect(stage.messages().filter((message) => message === 'flood')).toHaveLength(100);
});

test.each([
  ['console lines', ['LogConsole', { Message: 'x' }] as const],
  ['actions', ['RunAction', { Action: 'time.get' }] as const],
])('%s have a price that ends a loop of them', (_, node) => {
  const stage = createStage();
  stage.run(
    sketch({ start: 'Start', loop: ['ForLoop', { Last: 2_000 }], node }, [
      'start.Out > loop.In',
      'loop.Body > node.In',
    ]),
    healthy,
  );
  stage.step();
  expect(stage.data('graph.stopped')).toEqual([expect.objectContaining({ reason: 'executionLimit' })]);
  expect(errorsOf(stage)).toEqual([expect.objectContaining({ nodeId: 'node' })]);
});
