import { describe, expect, test } from 'vitest';
import { createTestGraph, createTestVariable } from '../engine/testing-runtime.ts';
import { hashState } from './journal-format.ts';
import {
  createParsedAction,
  createRecordedTestRuntime,
  addTestClip,
  type RecordedTestRuntime,
} from './testing-recorded-runtime.ts';
import type { GraphSnapshot } from '../link/runtime-link.ts';

const cubeAction = { object: 'cube-1' };

/** Creates a graph that consists of one node and a button that triggers the node. */
const createSingleNodeGraph = (
  category: string,
  values: Record<string, string | number | boolean>,
  input = 'In',
) =>
  createTestGraph({ button: 'ManualButton', node: [category, values] }, [`button.Pressed > node.${input}`]);

/** A graph that draws a random number when its button is pressed, but doesn't use the number. */
const randomNumberGraph = createTestGraph(
  { button: 'ManualButton', dice: ['RandomFloat', { Max: 0 }], delay: 'Delay' },
  ['button.Pressed > delay.In', 'dice.Result > delay.Duration'],
);

const pressButton = ({ runtime }: RecordedTestRuntime) =>
  runtime.execute('graph.press', { graphId: 'graph', nodeId: 'button', port: 'Pressed' });

/** Runs a graph for eight ticks, and presses the graph's button after some of these ticks. */
const runGraph =
  (graph: GraphSnapshot, ...pressTicks: readonly number[]) =>
  (recorded: RecordedTestRuntime) => {
    recorded.run(graph);
    for (let tick = 1; tick <= 8; tick++) {
      recorded.runtime.step();
      if (pressTicks.includes(tick)) pressButton(recorded);
    }
  };

const gateGraph = createSingleNodeGraph('Gate', { StartOpen: true });
const doOnceGraph = createSingleNodeGraph('DoOnce', {});
const throttleGraph = createSingleNodeGraph('Throttle', { Interval: 100 });
const delayGraph = createSingleNodeGraph('Delay', { Duration: 100, OnRetrigger: 'Queue' });
const requestGraph = createSingleNodeGraph('HttpRequest', {});
const breakpointGraph = createSingleNodeGraph('Breakpoint', {});

const createPlaybackGraph =
  (options: Record<string, unknown>, nextAction?: string, parameters: Record<string, unknown> = {}) =>
  (recorded: RecordedTestRuntime): void => {
    addTestClip(recorded);
    createParsedAction('animation.play', { object: 'main-light', clip: 'rise', ...options })(recorded);
    if (nextAction) createParsedAction(nextAction, parameters)(recorded);
  };

/** Ways in which the states of two runtimes can differ after the same number of ticks. */
const calledGraph = createTestGraph({ start: 'Start', delay: 'Delay' }, ['start.Out > delay.In'], {
  graphId: 'called',
});

/** Runs a graph that calls another graph, with the given input. */
const runCall = ({ runtime, run }: RecordedTestRuntime, input: number, isPressed = true): void => {
  runtime.execute('graph.load', { graph: calledGraph });
  const scope = { type: 'Float', graphId: 'called', direction: 'input', default: 0 } as const;
  runtime.execute('variables.put', { variables: [{ ...createTestVariable('amount', 0), ...scope }] });
  const values = { Graph: 'called', Mode: 'Call', amount: input };
  const ports = [{ name: 'amount', direction: 'input', type: 'Float' }] as const;
  const caller = createTestGraph({ button: 'ManualButton', call: ['RunGraph', {}] }, [
    'button.Pressed > call.In',
  ]);
  const nodes = caller.nodes.map((node) => (node.id === 'call' ? { ...node, values, ports } : node));
  run({ ...caller, nodes });
  runtime.step();
  if (isPressed) runtime.execute('graph.press', { graphId: 'graph', nodeId: 'button', port: 'Pressed' });
  runtime.step();
};

const stateDifferences: Readonly<Record<string, (recorded: RecordedTestRuntime) => unknown>> = {
  nothing: () => {},
  'a graph that could be called': (recorded) => runCall(recorded, 1, false),
  'a call': (recorded) => runCall(recorded, 1),
  'the input of a call': (recorded) => runCall(recorded, 2),
  'a call that was abandoned': (recorded) => {
    runCall(recorded, 1);
    recorded.runtime.execute('graph.unload', { graphId: 'called' });
    recorded.runtime.execute('graph.load', { graph: calledGraph });
  },
  'a time scale': ({ act }) => act('time.setScale', { scale: 2 }),
  'a pause': ({ act }) => act('time.pause'),
  'the position of an object': ({ act }) =>
    act('scene.spawn', { type: 'Primitives/Cube', position: { x: 1, y: 0, z: 0 } }),
  'the position of an object, by the last bit': ({ act }) =>
    act('scene.spawn', { type: 'Primitives/Cube', position: { x: 1 + Number.EPSILON, y: 0, z: 0 } }),
  'an object': ({ act }) => act('scene.spawn', { type: 'Primitives/Cube' }),
  'the rotation of an object': ({ act }) =>
    act('scene.spawn', { type: 'Primitives/Cube', rotation: { x: 0, y: 1, z: 0 } }),
  'the scale of an object': ({ act }) =>
    act('scene.spawn', { type: 'Primitives/Cube', scale: { x: 1, y: 2, z: 1 } }),
  'the kind of an object': ({ act }) =>
    act('scene.spawn', { type: 'Primitives/Sphere', tag: 'cube-1', name: 'Cube' }),
  'an object that existed before': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.destroy', { ...cubeAction, delay: 0 });
  },
  'an object with a custom tag that existed before': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'own' });
    act('scene.objects.destroy', { object: 'own', delay: 0 });
  },
  'a tween that existed before': ({ act }) => {
    act('tween.position', {
      ...{ object: 'main-camera', position: { x: 1, y: 0, z: 0 }, time: 1, ease: 'linear' },
      ...{ delay: 0, loops: 0, yoyo: false, space: 'world' },
    });
    act('tween.cancel', { complete: false });
  },
  'an object that will soon be removed': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.destroy', { ...cubeAction, delay: 5 });
  },
  'the name of an object': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.setName', { ...cubeAction, name: 'Named' });
  },
  'an inactive object': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.setActive', { ...cubeAction, active: false });
  },
  'the layer of an object': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.setLayer', { ...cubeAction, layer: 'UI', includeChildren: false });
  },
  'the parent of an object': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.setParent', { ...cubeAction, parent: 'main-camera', keepWorld: false });
  },
  'the color of an object': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.setColor', { ...cubeAction, color: { r: 0.5, g: 0, b: 0, a: 1 }, material: 0 });
  },
  'a layer': ({ act }) => act('scene.createLayer', { name: 'Extra', index: 9 }),
  ...Object.fromEntries(
    [1, 2].map((x) => [
      `a tween to ${x}`,
      ({ act }: RecordedTestRuntime) =>
        act('tween.position', {
          ...{ object: 'main-camera', position: { x, y: 0, z: 0 }, time: 100, ease: 'linear' },
          ...{ delay: 50, loops: 0, yoyo: false, space: 'world' },
        }),
    ]),
  ),
  'a clip of an object': (recorded) => addTestClip(recorded),
  'a clip that plays': createPlaybackGraph({}),
  ...Object.fromEntries(
    [
      ...[{ loopMode: 'loop' }, { speed: 2 }, { weight: 0.5 }, { additive: true }, { layer: 3 }],
      ...[{ group: 'g' }, { startTime: 0.1 }, { fadeIn: 9 }],
      { markers: [{ name: 'end', position: 0.5 }] },
    ].map((options) => [`a clip that plays with ${JSON.stringify(options)}`, createPlaybackGraph(options)]),
  ),
  'a clip that is paused': createPlaybackGraph({}, 'animation.pause'),
  'a clip whose weight changes': createPlaybackGraph({}, 'animation.setWeight', {
    weight: 1,
    time: 5,
  }),
  'a clip that fades out': createPlaybackGraph({}, 'animation.stop', { fadeOut: 5 }),
  ...Object.fromEntries(
    ['linear', 'easeInQuad'].map((ease) => [
      `a clip that changes to another, ${ease}`,
      createPlaybackGraph({}, 'animation.transition', {
        object: 'main-light',
        to: 'rise',
        duration: 5,
        ease,
      }),
    ]),
  ),
  'the gravity of the world': ({ act }) => act('physics.setGravity', { gravity: { x: 0, y: 1, z: 0 } }),
  ...Object.fromEntries(
    [0, 1, 2].map((y) => [
      `a body that moves with ${y} m/s`,
      ({ act }: RecordedTestRuntime) => {
        act('scene.spawn', { type: 'Primitives/Cube' });
        act('physics.setBody', { ...cubeAction, type: 'dynamic' });
        act('physics.setVelocity', { ...cubeAction, velocity: { x: 0, y, z: 0 } });
      },
    ]),
  ),
  'a body that was put to sleep': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('physics.setBody', { ...cubeAction, type: 'dynamic' });
    act('physics.sleep', { ...cubeAction, sleeping: true });
  },
  'a variable': ({ runtime }) =>
    runtime.execute('variables.put', { variables: [createTestVariable('v', 0)] }),
  'the value of a variable': ({ runtime }) =>
    runtime.execute('variables.put', { variables: [createTestVariable('v', -0)] }),
  'the type of a variable': ({ runtime }) =>
    runtime.execute('variables.put', { variables: [createTestVariable('v', 0, 'Float')] }),
  'the events that observers listen to': ({ runtime }) =>
    runtime.execute('events.interest', { types: ['node.executing'] }),
  'a loaded graph': ({ runtime }) =>
    runtime.execute('graph.load', { graph: createSingleNodeGraph('Gate', {}) }),
  'a value in a loaded graph': ({ runtime }) =>
    runtime.execute('graph.load', { graph: createSingleNodeGraph('Gate', { StartOpen: false }) }),
  'a connection in a loaded graph': ({ runtime }) =>
    runtime.execute('graph.load', { graph: createSingleNodeGraph('Gate', {}, 'Close') }),
  'a graph that has just started': (recorded) => recorded.run(gateGraph),
  'a running graph': runGraph(gateGraph),
  'a graph that has run': (recorded) => {
    runGraph(gateGraph)(recorded);
    recorded.runtime.execute('graph.stop', { graphId: 'graph' });
  },
  'a button press that is still pending': runGraph(gateGraph, 8),
  'a graph with one node that has a state': runGraph(doOnceGraph),
  'the state of the node': runGraph(doOnceGraph, 5),
  'a graph with one node that counts': runGraph(throttleGraph, 2, 4),
  'the count of the node': runGraph(throttleGraph, 2, 4, 5),
  'a graph with one node that waits': runGraph(delayGraph),
  'a wait': runGraph(delayGraph, 4),
  'a delay from another tick on': runGraph(delayGraph, 5),
  'a delay after a delay': runGraph(delayGraph, 4, 5),
  'a graph that draws random numbers': runGraph(randomNumberGraph),
  'a random number': runGraph(randomNumberGraph, 4),
  'two random numbers': runGraph(randomNumberGraph, 2, 4),
  'a graph with one node that sends requests': runGraph(requestGraph),
  'a job outside': runGraph(requestGraph, 4),
  'two requests': runGraph(requestGraph, 4, 5),
  'a graph with a breakpoint': (recorded) => {
    runGraph(breakpointGraph)(recorded);
    recorded.runtime.step();
  },
  'a graph that is paused': (recorded) => {
    runGraph(breakpointGraph, 8)(recorded);
    recorded.runtime.step();
    recorded.act('time.resume');
  },
};

const computeHashAfter = (name: string): string => {
  const recorded = createRecordedTestRuntime();
  stateDifferences[name]!(recorded);
  return hashState(recorded.runtime.state());
};

describe('the hash of the state', () => {
  test('is the same for the same state', () => {
    for (const name of Object.keys(stateDifferences))
      expect([name, computeHashAfter(name)]).toEqual([name, computeHashAfter(name)]);
  });

  test('differs for every kind of difference', () => {
    const named = new Map<string, string[]>();
    for (const name of Object.keys(stateDifferences)) {
      const hash = computeHashAfter(name);
      named.set(hash, [...(named.get(hash) ?? []), name]);
    }
    expect([...named.values()].filter(({ length }) => length > 1)).toEqual([]);
  });
});
