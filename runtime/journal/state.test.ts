import { describe, expect, test } from 'vitest';
import { createTestGraph, createTestVariable } from '../engine/testing-runtime.ts';
import { hashOfState } from './hashes.ts';
import { ask, createRecorded, haveClip, type Recorded } from './testing.ts';
import type { GraphImage } from '../link/protocol.ts';

const cube = { object: 'cube-1' };

/** A graph of one node, and a button that triggers it. */
const once = (category: string, values: Record<string, string | number | boolean>, input = 'In') =>
  createTestGraph({ button: 'ManualButton', node: [category, values] }, [`button.Pressed > node.${input}`]);

/** Draws a number when its button is pressed, and makes nothing of it. */
const drawing = createTestGraph(
  { button: 'ManualButton', dice: ['RandomFloat', { Max: 0 }], delay: 'Delay' },
  ['button.Pressed > delay.In', 'dice.Result > delay.Duration'],
);

const press = ({ runtime }: Recorded) =>
  runtime.execute('graph.press', { graphId: 'graph', nodeId: 'button', port: 'Pressed' });

/** Runs a graph for eight ticks and presses its button after some of them. */
const run =
  (graph: GraphImage, ...pressedAfter: readonly number[]) =>
  (recorded: Recorded) => {
    recorded.run(graph);
    for (let tick = 1; tick <= 8; tick++) {
      recorded.runtime.step();
      if (pressedAfter.includes(tick)) press(recorded);
    }
  };

const gate = once('Gate', { StartOpen: true });
const doOnce = once('DoOnce', {});
const throttle = once('Throttle', { Interval: 100 });
const delay = once('Delay', { Duration: 100, OnRetrigger: 'Queue' });
const request = once('HttpRequest', {});
const breakpoint = once('Breakpoint', {});

const playing =
  (how: Record<string, unknown>, then?: string, parameters: Record<string, unknown> = {}) =>
  (recorded: Recorded): void => {
    haveClip(recorded);
    ask('animation.play', { object: 'main-light', clip: 'rise', ...how })(recorded);
    if (then) ask(then, parameters)(recorded);
  };

/** Ways in which two runtimes can differ, each after the same ticks. */
const differences: Readonly<Record<string, (recorded: Recorded) => unknown>> = {
  nothing: () => {},
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
  'an object that was there': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.destroy', { ...cube, delay: 0 });
  },
  'an object with a tag of its own that was there': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'own' });
    act('scene.objects.destroy', { object: 'own', delay: 0 });
  },
  'a tween that was there': ({ act }) => {
    act('tween.position', {
      ...{ object: 'main-camera', position: { x: 1, y: 0, z: 0 }, time: 1, ease: 'linear' },
      ...{ delay: 0, loops: 0, yoyo: false, space: 'world' },
    });
    act('tween.cancel', { complete: false });
  },
  'an object that will not be there for long': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.destroy', { ...cube, delay: 5 });
  },
  'the name of an object': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.setName', { ...cube, name: 'Named' });
  },
  'an object that is not active': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.setActive', { ...cube, active: false });
  },
  'the layer of an object': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.setLayer', { ...cube, layer: 'UI', includeChildren: false });
  },
  'the parent of an object': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.objects.setParent', { ...cube, parent: 'main-camera', keepWorld: false });
  },
  'the colour of an object': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('scene.setColor', { ...cube, color: { r: 0.5, g: 0, b: 0, a: 1 }, material: 0 });
  },
  'a layer': ({ act }) => act('scene.createLayer', { name: 'Extra', index: 9 }),
  ...Object.fromEntries(
    [1, 2].map((x) => [
      `a tween to ${x}`,
      ({ act }: Recorded) =>
        act('tween.position', {
          ...{ object: 'main-camera', position: { x, y: 0, z: 0 }, time: 100, ease: 'linear' },
          ...{ delay: 50, loops: 0, yoyo: false, space: 'world' },
        }),
    ]),
  ),
  'a clip of an object': (recorded) => haveClip(recorded),
  'a clip that plays': playing({}),
  ...Object.fromEntries(
    [
      ...[{ loopMode: 'loop' }, { speed: 2 }, { weight: 0.5 }, { additive: true }, { layer: 3 }],
      ...[{ group: 'g' }, { startTime: 0.1 }, { fadeIn: 9 }],
      { markers: [{ name: 'end', position: 0.5 }] },
    ].map((how) => [`a clip that plays with ${JSON.stringify(how)}`, playing(how)]),
  ),
  'a clip that is paused': playing({}, 'animation.pause'),
  'a clip that is on its way to another weight': playing({}, 'animation.setWeight', { weight: 1, time: 5 }),
  'a clip that fades out': playing({}, 'animation.stop', { fadeOut: 5 }),
  ...Object.fromEntries(
    ['linear', 'easeInQuad'].map((ease) => [
      `a clip that gives way to another, ${ease}`,
      playing({}, 'animation.transition', { object: 'main-light', to: 'rise', duration: 5, ease }),
    ]),
  ),
  'the gravity of the world': ({ act }) => act('physics.setGravity', { gravity: { x: 0, y: 1, z: 0 } }),
  ...Object.fromEntries(
    [0, 1, 2].map((y) => [
      `a body that goes ${y} m/s`,
      ({ act }: Recorded) => {
        act('scene.spawn', { type: 'Primitives/Cube' });
        act('physics.setBody', { ...cube, type: 'dynamic' });
        act('physics.setVelocity', { ...cube, velocity: { x: 0, y, z: 0 } });
      },
    ]),
  ),
  'a body that is told to sleep': ({ act }) => {
    act('scene.spawn', { type: 'Primitives/Cube' });
    act('physics.setBody', { ...cube, type: 'dynamic' });
    act('physics.sleep', { ...cube, sleeping: true });
  },
  'a variable': ({ runtime }) =>
    runtime.execute('variables.put', { variables: [createTestVariable('v', 0)] }),
  'the value of a variable': ({ runtime }) =>
    runtime.execute('variables.put', { variables: [createTestVariable('v', -0)] }),
  'the type of a variable': ({ runtime }) =>
    runtime.execute('variables.put', { variables: [createTestVariable('v', 0, 'Float')] }),
  'what observers listen to': ({ runtime }) =>
    runtime.execute('events.interest', { types: ['node.executing'] }),
  'a graph that is loaded': ({ runtime }) => runtime.execute('graph.load', { graph: once('Gate', {}) }),
  'a value in a graph that is loaded': ({ runtime }) =>
    runtime.execute('graph.load', { graph: once('Gate', { StartOpen: false }) }),
  'a wire of a graph that is loaded': ({ runtime }) =>
    runtime.execute('graph.load', { graph: once('Gate', {}, 'Close') }),
  'a graph that was just started': (recorded) => recorded.run(gate),
  'a graph that runs': run(gate),
  'a graph that ran': (recorded) => {
    run(gate)(recorded);
    recorded.runtime.execute('graph.stop', { graphId: 'graph' });
  },
  'a button whose press is still to be heard': run(gate, 8),
  'a graph of one node that remembers': run(doOnce),
  'what the node remembers': run(doOnce, 5),
  'a graph of one node that counts': run(throttle, 2, 4),
  'what the node has counted': run(throttle, 2, 4, 5),
  'a graph of one node that waits': run(delay),
  'a wait': run(delay, 4),
  'a wait from another tick on': run(delay, 5),
  'a wait behind a wait': run(delay, 4, 5),
  'a graph that draws random numbers': run(drawing),
  'a draw of a random number': run(drawing, 4),
  'two draws of random numbers': run(drawing, 2, 4),
  'a graph of one node that asks outside': run(request),
  'a job outside': run(request, 4),
  'two jobs outside': run(request, 4, 5),
  'a graph with a breakpoint': (recorded) => {
    run(breakpoint)(recorded);
    recorded.runtime.step();
  },
  'a graph that stands still': (recorded) => {
    run(breakpoint, 8)(recorded);
    recorded.runtime.step();
    recorded.act('time.resume');
  },
};

const hashAfter = (name: string): string => {
  const recorded = createRecorded();
  differences[name]!(recorded);
  return hashOfState(recorded.runtime.state());
};

describe('the hash of the state', () => {
  test('is the same for the same state', () => {
    for (const name of Object.keys(differences))
      expect([name, hashAfter(name)]).toEqual([name, hashAfter(name)]);
  });

  test('tells apart whatever differs', () => {
    const named = new Map<string, string[]>();
    for (const name of Object.keys(differences)) {
      const hash = hashAfter(name);
      named.set(hash, [...(named.get(hash) ?? []), name]);
    }
    expect([...named.values()].filter(({ length }) => length > 1)).toEqual([]);
  });
});
