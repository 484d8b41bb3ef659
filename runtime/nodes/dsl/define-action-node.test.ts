import { describe, expect, test } from 'vitest';
import { actions, actionsBySpec, nodeActions } from '#spec/actions/index.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import {
  createTestRuntime as createAnyStage,
  addTestNodes,
  logNode,
  createTestGraph,
} from '../../engine/testing-runtime.ts';
import { listColors } from '../../scene/main-colors.ts';
import { getPosition, setPosition } from '../../scene/object-transform.ts';
import { defineActionNode } from './define-action-node.ts';
import { listSchemaFields } from './action-ports.ts';
import { float, objectSelector } from './ports.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { Limits } from '../../engine/execution-limits.ts';

const definitions = addTestNodes({
  SetObjectColor: defineActionNode(actions.scene.setColor, { Object: 'object', Color: 'color' }),
  SetActive: defineActionNode(actions.scene['objects.setActive'], { Object: 'object', Active: 'active' }),
  SetParent: defineActionNode(
    actions.scene['objects.setParent'],
    { Object: 'object', Parent: 'parent' },
    { ports: { Parent: objectSelector() }, hasFailedOutput: true },
  ),
  Duplicate: defineActionNode(actions.scene['objects.duplicate'], {
    Object: 'object',
    Position: 'position',
    Count: 'count',
  }),
  CancelTween: defineActionNode(
    actions.tween.cancel,
    { Object: 'object', TweenId: 'tweenId' },
    { outputs: { Count: 'count' }, extraTriggers: { None: ({ count }) => count === 0 } },
  ),
  TweenPosition: defineActionNode(
    actions.tween.position,
    { Object: 'object', To: 'position', Duration: 'time', Ease: 'ease', Space: 'space' },
    {
      ports: { Duration: float(1) },
      outputs: { TweenId: 'tweenId' },
      ends: { by: 'tweenId', Done: 'tween.completed', Cancelled: 'tween.cancelled' },
      cancel: actions.tween.cancel,
    },
  ),
});

// @ts-expect-error the action has no such parameter
() => defineActionNode(actions.scene.setColor, { Object: 'objekt' });
// @ts-expect-error its result has no such field
() => defineActionNode(actions.scene.setColor, { Object: 'object' }, { outputs: { Before: 'before' } });

const listPorts = (enumValue: string) =>
  definitions
    .get(enumValue.toLowerCase())!
    .type.ports.map(({ name, direction, type, ...rest }) => [`${direction} ${name}`, type, rest]);

const createVector3 = (x: number, y: number, z: number) => ({ x, y, z });

/** Creates a runtime with two cubes, a and b. */
const createCubesRuntime = (limits: Partial<Limits> = {}) => {
  const runtime = createAnyStage({ definitions, limits });
  for (const tag of ['a', 'b']) runtime.scene.spawn({ type: 'Primitives/Cube' }, { tag });
  const getObjectPosition = (tag: string) => getPosition(runtime.scene.get(tag), 'world');
  return { ...runtime, where: getObjectPosition };
};

/** Triggers a node with a button. Each of the node's outputs is written to the console. */
const runActionNode = (
  category: string,
  values: Record<string, Json>,
  outputs: readonly string[] = ['Out'],
) =>
  createTestGraph(
    {
      button: 'ManualButton',
      cancel: 'ManualButton',
      node: [category, values],
      ...Object.fromEntries(outputs.map((name) => [name, logNode(name)])),
    },
    [
      'button.Pressed > node.In',
      ...(category === 'TweenPosition' ? ['cancel.Pressed > node.Cancel'] : []),
      ...outputs.map((name) => `node.${name} > ${name}.In`),
    ],
  );

describe('declared ports', () => {
  test('have the types and defaults of their parameters', () => {
    expect(listPorts('SetObjectColor')).toEqual([
      ['input In', 'Trigger', {}],
      ['input Object', 'ObjectSelector', { default: '' }],
      ['input Color', 'Color', { default: { r: 1, g: 1, b: 1, a: 1 } }],
      ['output Out', 'Trigger', {}],
    ]);
    expect(listPorts('Duplicate')).toContainEqual([
      'input Count',
      'Integer',
      { default: 1, minimum: 1, maximum: 1000 },
    ]);
  });

  test('capitalize options, and end triggers and results are outputs', () => {
    expect(listPorts('TweenPosition')).toMatchObject([
      ['input In', 'Trigger', {}],
      ['input Cancel', 'Trigger', {}],
      ['input Object', 'ObjectSelector', {}],
      ['input To', 'Vector3', {}],
      ['input Duration', 'Float', { default: 1 }],
      ['input Ease', 'Dropdown', { default: 'Linear', options: expect.arrayContaining(['EaseInOutQuad']) }],
      ['input Space', 'Dropdown', { default: 'World', options: ['World', 'Local'] }],
      ['output Out', 'Trigger', {}],
      ['output Done', 'Trigger', {}],
      ['output Cancelled', 'Trigger', {}],
      ['output TweenId', 'String', {}],
    ]);
    expect(listPorts('SetParent').map(([port]) => port)).toContain('output Failed');
    expect(listPorts('CancelTween').at(-1)).toEqual(['output Count', 'Integer', {}]);
  });

  test('the node has the description of its action, and is latent when it waits for an end', () => {
    const { type } = definitions.get('setactive')!;
    expect(type).toMatchObject({
      kind: 'flow',
      description: 'Activate or deactivate an object, then fires Out.',
    });
    expect(definitions.get('tweenposition')!.type.kind).toBe('latent');
  });
});

describe('when triggered', () => {
  const run = (category: string, values: Record<string, Json>, outputs?: readonly string[]) => {
    const runtime = createCubesRuntime();
    runtime.run(runActionNode(category, values, outputs));
    runtime.step();
    runtime.press('button');
    runtime.step();
    return runtime;
  };

  test('the action receives values that are set', () => {
    const runtime = run('SetObjectColor', { Object: 'a', Color: { r: 1, g: 0, b: 0, a: 1 } });
    expect(listColors(runtime.scene.get('a'))[0]).toMatchObject({ r: 1, g: 0, b: 0 });
    expect(runtime.messages()).toEqual(['Out']);
  });

  test('the action receives values from connections', () => {
    const runtime = createCubesRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          vector: ['MakeVector3', { X: 7 }],
          copy: ['Duplicate', { Object: 'a' }],
        },
        ['start.Out > copy.In', 'vector.Vector > copy.Position'],
      ),
    );
    runtime.step();
    expect(runtime.where('a-1')).toEqual(createVector3(7, 0, 0));
  });

  test('inputs that are neither set nor connected are left to the action', () => {
    const runtime = createCubesRuntime();
    setPosition(runtime.scene.get('a'), createVector3(1, 2, 3), 'local');
    runtime.run(runActionNode('Duplicate', { Object: 'a', Count: 2 }));
    runtime.step();
    runtime.press('button');
    runtime.step();
    expect([runtime.where('a-1'), runtime.where('a-2')]).toEqual([
      createVector3(1, 2, 3),
      createVector3(1, 2, 3),
    ]);
  });

  test.each([{}, { Parent: '' }])('an empty selection of an optional parameter is omitted: %j', (values) => {
    const runtime = createCubesRuntime();
    const { scene } = runtime;
    scene.setParent(scene.get('a'), scene.get('b'), false);
    runtime.run(runActionNode('SetParent', { Object: 'a', ...values }));
    runtime.step();
    runtime.press('button');
    runtime.step();
    expect(scene.getParent(scene.get('a'))).toBeUndefined();
    expect(runtime.messages()).toEqual(['Out']);
  });

  test('results are latched, and extra triggers fire when they match the result', () => {
    const runtime = createCubesRuntime();
    runtime.run(runActionNode('CancelTween', { Object: 'a' }, ['Out', 'None']));
    runtime.step();
    const tween = {
      object: 'a',
      position: createVector3(1, 0, 0),
      time: 1,
      ease: 'linear',
      delay: 0,
      loops: 0,
    };
    runtime.execute('action.run', { action: 'tween.position', parameters: tween });
    runtime.press('button');
    runtime.step();
    expect(runtime.port('node.out.Count')).toBe(1);
    expect(runtime.messages()).toEqual(['Out']);
    runtime.press('button');
    runtime.step();
    expect(runtime.port('node.out.Count')).toBe(0);
    expect(runtime.messages()).toEqual(['Out', 'Out', 'None']);
  });
});

describe('a rejected action', () => {
  const runRejected = (category: string, values: Record<string, Json>, limits = {}, outputs = ['Out']) => {
    const runtime = createCubesRuntime(limits);
    runtime.run(runActionNode(category, values, outputs));
    runtime.step();
    for (let times = 0; times < 2; times++) {
      runtime.press('button');
      runtime.step();
    }
    return runtime.data('console.log').map(({ severity, message }) => `${severity} ${message}`);
  };

  test('writes one warning per run, and Out still fires', () => {
    expect(runRejected('SetActive', { Object: 'ghost' })).toEqual([
      'warning No scene object has the tag "ghost".',
      'log Out',
      'log Out',
    ]);
    expect(runRejected('SetActive', {})).toEqual(['warning No object is chosen.', 'log Out', 'log Out']);
  });

  test('fires Failed instead of Out where there is such an output', () => {
    const [line, ...rest] = runRejected('SetParent', { Object: 'a', Parent: 'a' }, {}, ['Out', 'Failed']);
    expect(line).toMatch(/^warning 'a' cannot be moved under 'a'/);
    expect(rest).toEqual(['log Failed', 'log Failed']);
  });

  test('names the invalid parameter', () => {
    expect(runRejected('Duplicate', { Object: 'a', Count: 1001 })[0]).toMatch(
      /^warning 'count' of scene.objects.duplicate is not as declared/,
    );
  });

  test('writes one error when a limit is exceeded', () => {
    const lines = runRejected('Duplicate', { Object: 'a', Count: 2 }, { objects: 5 });
    expect(lines).toEqual([expect.stringMatching(/^error The scene has/), 'log Out', 'log Out']);
  });
});

describe('an action that only starts something', () => {
  const outputs = ['Out', 'Done', 'Cancelled'];
  const startTween = (values: Record<string, Json> = {}) => {
    const runtime = createCubesRuntime();
    const graph = runActionNode(
      'TweenPosition',
      { Object: 'a', To: createVector3(4, 0, 0), Duration: 0.1, ...values },
      outputs,
    );
    runtime.run(graph);
    runtime.step();
    runtime.press('button');
    runtime.step();
    return { ...runtime, graph };
  };

  test('fires Done in the tick after its end', () => {
    const runtime = startTween();
    expect(runtime.port('node.out.TweenId')).toBe('tween-1');
    runtime.step(5);
    expect(runtime.where('a')).toEqual(createVector3(4, 0, 0));
    expect(runtime.messages()).toEqual(['Out']);
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
    runtime.step(20);
    expect(runtime.messages()).toEqual(['Out', 'Done']);
  });

  test('fires Cancelled when it is cancelled elsewhere', () => {
    const runtime = startTween();
    runtime.execute('action.run', { action: 'tween.cancel', parameters: { object: 'a', complete: false } });
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Cancelled']);
  });

  test('ignores the ends of what others started', () => {
    const runtime = startTween();
    runtime.run(
      createTestGraph(
        { start: 'Start', node: ['TweenPosition', { Object: 'b', Duration: 0.02 }], other: logNode('other') },
        ['start.Out > node.In', 'node.Done > other.In'],
        { graphId: 'others' },
      ),
    );
    runtime.step(4);
    expect(runtime.messages()).toEqual(['Out', 'other']);
    runtime.step(10);
    expect(runtime.messages()).toEqual(['Out', 'other', 'Done']);
  });

  test('when triggered again, cancels what it replaces and completes what it starts', () => {
    const runtime = startTween();
    runtime.press('button');
    runtime.step(2);
    expect(runtime.messages()).toEqual(['Out', 'Out', 'Cancelled']);
    runtime.step(6);
    expect(runtime.messages()).toEqual(['Out', 'Out', 'Cancelled', 'Done']);
    expect(runtime.port('node.out.TweenId')).toBe('tween-2');
  });

  test('Cancel ends everything that the node has started', () => {
    const runtime = startTween();
    runtime.press('cancel');
    runtime.step(2);
    expect(runtime.messages()).toEqual(['Out', 'Cancelled']);
    expect(runtime.where('a').x).toBeLessThan(4);
    runtime.press('cancel');
    runtime.step(10);
    expect(runtime.messages()).toEqual(['Out', 'Cancelled']);
  });

  test('continues when the graph is synchronized, and is dropped when it stops', () => {
    const reloaded = startTween();
    reloaded.execute('graph.load', { graph: reloaded.graph });
    reloaded.step(10);
    expect(reloaded.messages()).toEqual(['Out', 'Done']);

    for (const ticks of [0, 5]) {
      const stopped = startTween();
      stopped.step(ticks);
      stopped.execute('graph.stop', { graphId: 'graph' });
      stopped.execute('graph.run', { graphId: 'graph' });
      stopped.step(10);
      expect(stopped.where('a')).toEqual(createVector3(4, 0, 0));
      expect(stopped.messages()).toEqual(['Out']);
    }
  });

  test('is also dropped when the end of something else stops the graph', () => {
    const runtime = createCubesRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          first: ['TweenPosition', { Object: 'a', Duration: 0.05 }],
          second: ['TweenPosition', { Object: 'b', Duration: 0.05 }],
          endless: ['WhileLoop', { Condition: true }],
          pass: 'Watch',
        },
        [
          'start.Out > first.In',
          'start.Out > second.In',
          'first.Done > endless.In',
          'second.Done > endless.In',
          'endless.Body > pass.In',
        ],
      ),
    );
    runtime.step(10);
    expect(runtime.data('graph.stopped')).toHaveLength(1);
  });

  test('is part of the state of the runtime, even between its end and the notification', () => {
    const runtime = startTween();
    const serializeEngine = () => JSON.stringify(runtime.state().engine);
    expect(serializeEngine()).toContain('"awaited":["tween-1"]');
    expect(serializeEngine()).toContain('"ended":[]');
    runtime.step(5);
    expect(serializeEngine()).toContain('"ended":[{"id":"tween-1","type":"tween.completed"}]');
    runtime.step();
    expect(serializeEngine()).not.toMatch(/"(awaited|ended)":\[[^\]]/);
  });

  test('does not count any more once its node is removed', () => {
    const runtime = createCubesRuntime({ pendingLatents: 1 });
    const values = { Object: 'a', Duration: 100 };
    for (const node of ['first', 'second']) {
      runtime.run(
        createTestGraph({ button: 'ManualButton', [node]: ['TweenPosition', values] }, [
          `button.Pressed > ${node}.In`,
        ]),
      );
      runtime.press('button');
      runtime.step(2);
    }
    expect(runtime.data('graph.stopped')).toEqual([]);
  });

  test('counts as pending work of the graph', () => {
    const runtime = createCubesRuntime({ pendingLatents: 3 });
    runtime.run(
      createTestGraph(
        { start: 'Start', loop: ['ForLoop', { Last: 3 }], node: ['TweenPosition', { Object: 'a' }] },
        ['start.Out > loop.In', 'loop.Body > node.In'],
      ),
    );
    runtime.step();
    expect(runtime.data('graph.stopped')).toEqual([expect.objectContaining({ reason: 'executionLimit' })]);
  });
});

/** The extreme values that ports of each type can hold. */
const extremeValues: Partial<Record<PortType, readonly Json[]>> = {
  ObjectSelector: ['a'],
  Float: [-Number.MAX_VALUE, 0, Number.MAX_VALUE],
  Vector3: [createVector3(-Number.MAX_VALUE, 0, Number.MAX_VALUE)],
};

test.each([...actionsBySpec.values()].filter(({ spec }) => spec.quick))(
  '$name, whose parameters are not parsed, accepts every value of its port types',
  (action) => {
    const fields = listSchemaFields(action.spec.parameters, 'input');
    const all = Object.fromEntries(
      fields.map(({ name, port }) => [name, port.options ?? extremeValues[port.type]!] as const),
    );
    for (const [name, values] of Object.entries(all)) {
      for (const value of values) {
        const parameters = {
          ...Object.fromEntries(Object.entries(all).map(([key, [first]]) => [key, first])),
          [name]: value,
        };
        expect(parseParameters(action, parameters)).toEqual(parameters);
      }
    }
  },
);

test('the actions of Transform nodes cost a node no more than itself', () => {
  expect(Object.values(nodeActions.transform).every(({ quick }) => quick)).toBe(true);
  const runtime = createCubesRuntime();
  runtime.run(
    createTestGraph(
      { start: 'Start', loop: ['ForLoop', { Last: 20_000 }], node: ['SetScale', { Object: 'a' }] },
      ['start.Out > loop.In', 'loop.Body > node.In'],
    ),
  );
  runtime.step();
  expect(runtime.data('graph.stopped')).toEqual([]);
});
