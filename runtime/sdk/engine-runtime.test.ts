/** Tests runtimes whose scene is an engine, step by step and without a service. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestGraph } from '../engine/testing-runtime.ts';
import { createEngineRuntime } from './engine-runtime.ts';
import { CommandError } from './index.ts';
import type { RaisedEvent } from '../link/runtime-link.ts';
import type { Engine, Fields } from './api.ts';

interface Thing {
  matrix: ArrayLike<number>;
  parent?: Thing | undefined;
  active: boolean;
  gloss: number;
  poses: [seconds: number, weight: number][];
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** An engine that records what it is asked to do. */
const createThings = () => {
  const things = new Set<Thing>();
  const components = { Paint: { properties: { gloss: { type: 'Float', minimum: 0, maximum: 1 } } } };
  const clips = { Lift: { seconds: 0.05, markers: { middle: 0.025 } } };
  const create = (): Thing => {
    const thing = { matrix: identity, active: true, gloss: 0.5, poses: [] };
    things.add(thing);
    return thing;
  };
  const engine = {
    name: 'things',
    spawnables: () => ({ Thing: 'A thing' }),
    spawn: create,
    destroy: (thing) => void things.delete(thing),
    getMatrix: (thing) => thing.matrix,
    setMatrix(thing, matrix) {
      thing.matrix = matrix;
    },
    setParent(thing, parent) {
      thing.parent = parent;
    },
    setActive(thing, active) {
      thing.active = active;
    },
    components: () => components,
    read: (thing) => thing.gloss,
    write(thing, _component, _property, value) {
      thing.gloss = Number(value);
    },
    clips: () => clips,
    pose: (thing, _clip, seconds, weight) => void thing.poses.push([seconds, weight]),
  } satisfies Engine<Thing>;
  return { things, engine };
};

const startRuntime = <Handle>(engine: Engine<Handle>) => {
  const { target, facade, can, extension } = createEngineRuntime(engine, {
    ...{ stepsPerSecond: 60, entryPrefix: 'r', now: () => new Date(0), onStop() {} },
  });
  const events: RaisedEvent[] = [];
  target.listen({ onEvents: (batch) => void events.push(...batch) });
  const act = (action: string, parameters: Fields = {}) => {
    const response = target.execute('action.run', { action, parameters: parameters as never });
    return response instanceof Promise
      ? response.then(({ result }) => result)
      : (response.result as Record<string, unknown>);
  };
  const actNow = (action: string, parameters: Fields = {}): Record<string, unknown> => {
    const result = act(action, parameters);
    if (result instanceof Promise) throw new Error(`${action} responds later.`);
    return result;
  };
  const space = 'local';
  return {
    ...{ target, facade, can, extension, events, act, actNow },
    spawn: (type: string, options: Fields = {}): string =>
      String(actNow('scene.spawn', { type, ...options }).object),
    getTransform: (object: string) => actNow('transform.get', { object, space }),
    setPosition: (object: string, x: number, y: number, z: number) =>
      actNow('transform.setPosition', { object, space, position: { x, y, z } }),
    kinds: (): string[] => events.map(({ type }) => type),
  };
};

/** Returns the last four numbers of a matrix without the last, which are its position. */
const toPosition = ({ matrix }: Thing): number[] => Array.from(matrix).slice(12, 15);

describe('what a runtime offers', () => {
  it('follows from the methods of its engine', () => {
    const { can } = startRuntime({ name: 'nothing' });
    expect(can).toMatchObject({ properties: false, playbacks: false, projects: false, input: true });
    expect(can.nodeTypes).toEqual(expect.arrayContaining(['Start', 'Branch', 'TweenFloat', 'RunAction']));
    expect(can.nodeTypes).not.toEqual(expect.arrayContaining(['SetPosition']));
    expect(can.actions.filter((name) => !/^(log|time|text)\./.test(name))).toEqual([]);

    const { can: more } = startRuntime({ name: 'moves', spawnables: () => ({}), spawn() {}, setMatrix() {} });
    expect(more.nodeTypes).toEqual(
      expect.arrayContaining(['SetPosition', 'GetPosition', 'TweenRotation', 'SpawnObject']),
    );
    for (const name of [
      'PlayAnimation',
      'SetParent',
      'DestroyObject',
      'ApplyForce',
      'PlayAudio',
      'SetObjectColor',
    ])
      expect(more.nodeTypes).not.toContain(name);
    expect(more.actions).toEqual(expect.arrayContaining(['transform.lookAt', 'tween.path', 'scene.spawn']));
    expect(more.actions).not.toContain('transform.snapToGround');
    expect(more.events).toContain('tween.completed');
    expect(more.events).not.toContain('animation.playback.started');
  });

  it('take pictures if the engine draws them', async () => {
    const picture = async (width: number, height: number) => Uint8Array.of(width, height);
    const { can, target } = startRuntime({ name: 'draws', picture });
    expect([can.pictures, startRuntime({ name: 'blind' }).can.pictures]).toEqual([true, false]);
    const take = (more: object) =>
      target.execute('scene.picture', { width: 4, height: 3, jpeg: true, ...more });
    expect(await take({})).toEqual({ tick: 1, seq: 1, data: Uint8Array.of(4, 3) });
    await expect(take({ camera: 'any' })).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });

  it('includes actions of the catalog that the engine has, and the nodes that run them', () => {
    const { can } = startRuntime({ name: 'paints', actions: { 'scene.setColor': { run: () => ({}) } } });
    expect(can.actions).toContain('scene.setColor');
    expect(can.nodeTypes).toContain('SetObjectColor');
  });

  it.each([
    [{ 'paint.stroke': { run: () => ({}) } }, undefined, /needs a prefix/],
    [{ 'draw.stroke': { run: () => ({}) } }, 'paint', /start with 'paint\.'/],
    [{ 'scene.stroke': { run: () => ({}) } }, 'scene', /is a name of the service/],
  ])('rejects invalid declarations %#', (actions, prefix, message) => {
    expect(() => startRuntime({ name: 'wrong', actions, ...(prefix !== undefined && { prefix }) })).toThrow(
      message,
    );
  });
});

describe('objects', () => {
  it('are moved by matrices, also below a parent', () => {
    const { engine, things } = createThings();
    const { spawn, setPosition, actNow } = startRuntime(engine);
    const parent = spawn('Thing', { position: { x: 1, y: 2, z: 3 } });
    const child = spawn('Thing', { parent });
    const [first, second] = [...things];
    setPosition(child, 0, 1, 0);
    expect([toPosition(first!), toPosition(second!), second!.parent]).toEqual([[1, 2, 3], [0, 1, 0], first]);
    actNow('scene.objects.setParent', { object: child, parent: null, keepWorld: true });
    expect([toPosition(second!), second!.parent]).toEqual([[1, 3, 3], undefined]);
    expect(actNow('scene.objects.destroy', { object: parent, delay: 0 })).toEqual({ removed: 1 });
    expect([...things]).toEqual([second]);
  });

  it('keep the exact transform that was written, even a scale of zero', () => {
    const { engine } = createThings();
    const { spawn, getTransform, actNow } = startRuntime(engine);
    const object = spawn('Thing');
    const rotation = { x: 10, y: 120, z: -30 };
    actNow('transform.setRotation', { object, rotation, space: 'local' });
    actNow('transform.setScale', { object, scale: { x: 0, y: -1, z: 2 } });
    expect(getTransform(object)).toMatchObject({ rotation, scale: { x: 0, y: -1, z: 2 } });
  });

  it('are read from the engine, which may move them itself', () => {
    const { engine, things } = createThings();
    const { spawn, getTransform } = startRuntime(engine);
    const object = spawn('Thing');
    const [thing] = things;
    thing!.matrix = Float32Array.from([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 7, 8, 9, 1]);
    expect(getTransform(object)).toEqual({
      ...{ position: { x: 7, y: 8, z: 9 }, rotation: { x: 0, y: 0, z: 0 } },
      scale: { x: 2, y: 2, z: 2 },
    });
  });

  it.each([
    ['Y', 'right', [1, 2, 3]],
    ['Y', 'left', [1, 2, -3]],
    ['Z', 'right', [1, -3, 2]],
    ['Z', 'left', [1, 3, 2]],
  ] as const)('are in the axes of the engine: %s up, %s-handed', (upAxis, handedness, expected) => {
    const { engine, things } = createThings();
    const { spawn, getTransform, setPosition } = startRuntime({ ...engine, upAxis, handedness });
    const object = spawn('Thing');
    setPosition(object, 1, 2, 3);
    const [thing] = things;
    expect(toPosition(thing!).map((value) => value + 0)).toEqual(expected);
    thing!.matrix = Array.from(thing!.matrix).map((value, index) =>
      index >= 12 && index < 15 ? value * 2 : value,
    );
    expect(getTransform(object)).toMatchObject({ position: { x: 2, y: 4, z: 6 } });
  });

  it('are copied by spawning, with their properties and children', () => {
    const { engine, things } = createThings();
    const { spawn, actNow } = startRuntime(engine);
    const object = spawn('Thing');
    spawn('Thing', { parent: object });
    const properties = [{ name: 'gloss', value: 0.75 }];
    actNow('components.setProperties', { object, component: 'Paint', properties });
    actNow('scene.objects.duplicate', { object, count: 1 });
    expect([...things].map(({ gloss, parent }) => [gloss, parent !== undefined])).toEqual([
      ...[
        [0.75, false],
        [0.5, true],
      ],
      ...[
        [0.75, false],
        [0.5, true],
      ],
    ]);
  });

  it('can be added and removed by the engine', () => {
    const { engine, things } = createThings();
    const { facade, actNow } = startRuntime(engine);
    const handle = engine.spawn();
    const tag = facade.addObject({ handle, name: 'Big Thing' });
    expect([tag, facade.getHandle(tag)]).toEqual(['big-thing-1', handle]);
    facade.removeObject(tag);
    expect(actNow('scene.objects.list', { limit: 10, offset: 0 })).toMatchObject({ count: 0 });
    expect(things.size).toBe(1);
    expect(() => facade.getHandle('big-thing')).toThrow(/No scene object/);
  });
});

describe('assets', () => {
  /** Creates an engine with an asset whose content is read first; reading fails as often as requested. */
  const createModels = (failures = 0) => {
    const { engine, things } = createThings();
    const preloaded: string[] = [];
    const children = new Map<Thing, readonly { handle: Thing; name: string }[]>();
    const models: Engine<Thing> = {
      ...engine,
      assets: () => ({ 'models/pair.glb': 100 }),
      async preload(asset) {
        preloaded.push(asset);
        if (preloaded.length <= failures) throw new Error('the file is empty');
      },
      load() {
        const root = engine.spawn();
        const child = { ...engine.spawn(), matrix: [...identity.slice(0, 12), 0, 5, 0, 1] };
        children.set(root, [{ handle: child, name: 'Left' }]);
        return root;
      },
      children: (thing) => children.get(thing) ?? [],
    };
    const started = startRuntime(models);
    const { target } = started;
    const params = { action: 'scene.spawn', parameters: { asset: 'models/pair.glb', tag: 'pair' } };
    return { ...started, things, preloaded, prepare: () => target.prepare('action.run', params) };
  };

  it('are read once, and become objects with children', async () => {
    const { actNow, prepare, preloaded, target, can } = createModels();
    expect(can.discovery).toContain('runtime-assets');
    await prepare();
    expect(prepare()).toBeUndefined();
    expect(actNow('scene.spawn', { asset: 'models/pair.glb', tag: 'pair' })).toMatchObject({
      object: 'pair',
    });
    expect(actNow('scene.objects.get', { object: 'left-1' })).toMatchObject({
      object: { parent: 'pair', position: { x: 0, y: 5, z: 0 } },
    });
    expect(prepare()).toBeUndefined();
    expect(preloaded).toEqual(['models/pair.glb']);
    target.execute('project.close', {});
    expect(prepare()).toBeInstanceOf(Promise);
  });

  it('report why they could not be read, and are read again at the next attempt', async () => {
    const { actNow, prepare } = createModels(1);
    const spawnPair = () => actNow('scene.spawn', { asset: 'models/pair.glb' });
    await prepare();
    expect(spawnPair).toThrow(/the file is empty/);
    await prepare();
    expect(spawnPair()).toMatchObject({ object: 'pair-1' });
    expect(() => actNow('scene.spawn', { asset: 'models/none.glb' })).toThrow(/no asset 'models\/none.glb'/);
  });

  it('are read before a node spawns them', async () => {
    const { target, preloaded, actNow } = createModels();
    const graph = createTestGraph({ start: 'Start', spawn: ['SpawnObject', { Asset: 'models/pair.glb' }] }, [
      'start.Out > spawn.In',
    ]);
    target.execute('graph.load', { graph });
    target.execute('graph.run', { graphId: 'graph' });
    target.step();
    await new Promise(setImmediate);
    target.step(2);
    expect(preloaded).toEqual(['models/pair.glb']);
    expect(actNow('scene.objects.list', { limit: 10, offset: 0 })).toMatchObject({ count: 2 });
  });
});

describe('tweens, clips and graphs', () => {
  it('move objects in steps', () => {
    const { engine, things } = createThings();
    const { spawn, target, kinds } = startRuntime(engine);
    const object = spawn('Thing');
    const graph = createTestGraph(
      {
        start: 'Start',
        move: ['TweenPosition', { Object: object, To: { x: 0, y: 4, z: 0 }, Duration: 0.05 }],
      },
      ['start.Out > move.In'],
    );
    target.execute('graph.load', { graph });
    target.execute('graph.run', { graphId: 'graph' });
    target.step(10);
    expect(toPosition([...things][0]!)).toEqual([0, 4, 0]);
    expect(kinds()).toEqual(expect.arrayContaining(['graph.running', 'tween.completed']));
  });

  it.each([{ additive: true }, { additive: false, mask: 'arm' }])(
    'cannot add clips on top of others, or limit them to parts: %j',
    (options) => {
      const { engine } = createThings();
      const { spawn, actNow } = startRuntime(engine);
      const request = { object: spawn('Thing'), clip: 'Lift', loopMode: 'once', speed: 1, weight: 1 };
      expect(() => actNow('animation.play', { ...request, startTime: 0, fadeIn: 0, ...options })).toThrow(
        /This runtime can't/,
      );
    },
  );

  it('pose objects in each step, and a last time with the weight 0', () => {
    const { engine, things } = createThings();
    const { spawn, target, actNow, kinds } = startRuntime(engine);
    const object = spawn('Thing');
    actNow('animation.play', {
      ...{ object, clip: 'Lift', loopMode: 'once', speed: 1, weight: 0.5, additive: false },
      ...{ startTime: 0, fadeIn: 0 },
    });
    target.step(5);
    const [thing] = things;
    expect(thing!.poses.slice(0, 2).map(([seconds, weight]) => [Math.round(seconds * 60), weight])).toEqual([
      [1, 0.5],
      [2, 0.5],
    ]);
    expect(thing!.poses.at(-1)).toEqual([0, 0]);
    expect(kinds().filter((kind) => kind.startsWith('animation.'))).toEqual(
      ['started', 'marker', 'completed'].map((kind) => `animation.playback.${kind}`),
    );
  });
});

describe('actions and data types of the engine', () => {
  const paint = {
    name: 'painter',
    prefix: 'paint',
    actions: {
      'paint.stroke': {
        summary: 'Paint a stroke',
        parameters: { width: { type: 'number', default: 2 }, color: { type: 'string' } },
        result: { length: { type: 'number' } },
        run: async ({ width }: { readonly width: number }) => ({ length: width * 2 }),
      },
      'paint.reject': {
        run() {
          throw new CommandError('OBJECT_NOT_FOUND', 'There is no canvas.');
        },
      },
    },
    dataTypes: { 'paint-brushes': { description: 'Brushes', list: () => [{ name: 'round' }] } },
  } satisfies Engine;

  it('are described to the service, and run later if they are async', async () => {
    const { extension, can, act, target } = startRuntime(paint);
    expect(extension).toMatchObject({
      prefix: 'paint',
      actions: [
        {
          name: 'paint.stroke',
          parameters: { type: 'object', required: ['color'] },
          result: { required: ['length'] },
        },
        { name: 'paint.reject' },
      ],
      dataTypes: [{ name: 'paint-brushes' }],
    });
    expect([can.actions, can.discovery].flat().filter((name) => name.startsWith('paint'))).toEqual([]);
    expect(await act('paint.stroke', { width: 3, color: 'red' })).toEqual({ length: 6 });
    expect(target.execute('discovery.list', { dataType: 'paint-brushes' })).toMatchObject({
      items: [{ name: 'round' }],
    });
    expect(() => act('paint.reject')).toThrow(expect.objectContaining({ code: 'OBJECT_NOT_FOUND' }));
  });
});

describe('node types and events of the engine', () => {
  const engine = {
    ...{ name: 'painter', prefix: 'paint' },
    eventKinds: {
      'paint.layer.dried': {
        summary: 'A layer has dried',
        data: { object: { type: 'string' }, layer: { type: 'integer' } },
        subject: ['object'],
      },
    },
    actions: {
      'paint.double': {
        parameters: { amount: { type: 'number' } },
        result: { twice: { type: 'number' } },
        run: ({ amount }: { readonly amount: number }) => ({ twice: amount * 2 }),
      },
    },
    nodeTypes: {
      'paint.Splash': {
        description: 'Splashes paint',
        inputs: { Amount: { type: 'Float', default: 2, minimum: 0 }, Color: 'Color' },
        outputs: { Area: 'Float' },
        exits: ['Out', 'Failed'],
        run({ Amount }: { readonly Amount: number }, runtime) {
          if (Amount > 10) throw new CommandError('ACTION_FAILED', 'Too much paint.');
          runtime.raiseEvent('paint.layer.dried', { object: 'canvas', layer: Amount });
          return Amount === 0 ? ['Failed'] : { Area: Amount * 3 };
        },
      },
      'paint.Mix': {
        ...{ isPure: true, category: 'Colors', inputs: { Share: 'Float' }, outputs: { Result: 'Float' } },
        run: ({ Share }: { readonly Share: number }) => ({ Result: Share / 2 }),
      },
    },
  } satisfies Engine;

  const runGraph = (...[nodes, connections]: Parameters<typeof createTestGraph>) => {
    const { target, events, ...more } = startRuntime(engine);
    target.execute('graph.load', { graph: createTestGraph(nodes, connections) });
    target.execute('graph.run', { graphId: 'graph' });
    target.step(3);
    return { ...more, target, events, messages: () => listMessages(events) };
  };
  const listMessages = (events: readonly RaisedEvent[]): unknown[] =>
    events.filter(({ type }) => type === 'console.log').map(({ data }) => data.message);
  const log = (Message: string) => ['LogConsole', { Message }] as const;

  it('are described to the service', () => {
    const { extension, can } = startRuntime(engine);
    expect(extension).toMatchObject({
      nodeTypes: [
        {
          ...{ enumValue: 'paint.Splash', category: 'Paint', kind: 'flow' },
          ports: [
            { name: 'In', direction: 'input', type: 'Trigger' },
            { name: 'Amount', direction: 'input', type: 'Float', default: 2, minimum: 0 },
            { name: 'Color', direction: 'input', type: 'Color' },
            { name: 'Out', direction: 'output', type: 'Trigger' },
            { name: 'Failed', direction: 'output', type: 'Trigger' },
            { name: 'Area', direction: 'output', type: 'Float' },
          ],
        },
        { enumValue: 'paint.Mix', category: 'Colors', kind: 'pure' },
      ],
      events: [{ type: 'paint.layer.dried', subject: ['object'], data: { required: ['object', 'layer'] } }],
    });
    expect([...can.nodeTypes, ...can.events].filter((name) => name.startsWith('paint'))).toEqual([]);
  });

  it('run in graphs, where other nodes see their outputs and events', () => {
    const { messages, events } = runGraph(
      {
        ...{ start: 'Start', mix: ['paint.Mix', { Share: 8 }], splash: 'paint.Splash', text: 'ToText' },
        ...{
          log: 'LogConsole',
          dried: ['OnEvent', { Pattern: 'paint.*', Filter: 'canvas' }],
          seen: log('dry'),
        },
      },
      [
        ...['start.Out > splash.In', 'mix.Result > splash.Amount', 'splash.Out > log.In'],
        ...['splash.Area > text.Value', 'text.Text > log.Message', 'dried.Out > seen.In'],
      ],
    );
    expect(messages()).toEqual(['12', 'dry']);
    expect(events.find(({ type }) => type === 'paint.layer.dried')).toMatchObject({
      ...{ object: 'canvas', data: { object: 'canvas', layer: 4 } },
    });
  });

  it.each([
    [0, ['failed']],
    [11, ['Too much paint.', 'failed']],
  ])('choose their exits: %s', (Amount, expected) => {
    const { messages } = runGraph(
      { start: 'Start', splash: ['paint.Splash', { Amount }], out: log('out'), failed: log('failed') },
      ['start.Out > splash.In', 'splash.Out > out.In', 'splash.Failed > failed.In'],
    );
    expect(messages()).toEqual(expected);
  });

  it('are complemented by RunAction for the actions of the engine', () => {
    const { messages } = runGraph(
      {
        ...{ start: 'Start', act: ['RunAction', { Action: 'paint.double', amount: 3 }] },
        ...{ value: ['GetJsonValue', { Path: '/twice' }], text: 'ToText', log: 'LogConsole' },
      },
      [
        ...[
          'start.Out > act.In',
          'act.Done > log.In',
          'act.Result > value.Value',
          'value.Result > text.Value',
        ],
        'text.Text > log.Message',
      ],
    );
    expect(messages()).toEqual(['6']);
  });

  it('need a declared kind for each event', () => {
    const { facade } = startRuntime(engine);
    expect(() => facade.raiseEvent('paint.layer.wet', {})).toThrow(/no event kind 'paint.layer.wet'/);
  });
});

describe('errors of the engine', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());

  it('fail only the command, and are logged', () => {
    const { spawn, events, target } = startRuntime<number>({
      ...{ name: 'broken', spawnables: () => ({ Thing: '' }) },
      spawn() {
        throw new TypeError('there is no mesh');
      },
    });
    expect(() => spawn('Thing')).toThrow(
      expect.objectContaining({ code: 'ACTION_FAILED', reason: 'scene.spawn failed: there is no mesh' }),
    );
    expect(events).toMatchObject([{ type: 'console.log', data: { severity: 'error' } }]);
    target.step(3);
  });

  it('of a step are logged once, and later steps still run', () => {
    let steps = 0;
    const { events, target } = startRuntime({
      name: 'broken',
      step() {
        steps += 1;
        throw new Error('out of memory');
      },
    });
    target.step(3);
    expect([steps, events.length]).toEqual([3, 1]);
  });

  it('reach clients when an async action fails', async () => {
    const { act } = startRuntime({
      ...{ name: 'broken', prefix: 'broken' },
      actions: { 'broken.fail': { run: async () => Promise.reject(new Error('no paint')) } },
    });
    await expect(act('broken.fail')).rejects.toMatchObject({
      ...{ code: 'ACTION_FAILED', reason: 'broken.fail failed: no paint' },
    });
  });
});

describe('declarations of an engine', () => {
  const start = (engine: Partial<Engine>) => () =>
    startRuntime({ ...{ name: 'paint', prefix: 'paint' }, ...engine } as Engine);
  const run = (): void => {};

  it('name properties by port types, whose values actions receive in canonical form', () => {
    const received: Fields[] = [];
    const { extension, act } = start({
      actions: {
        'paint.stroke': {
          parameters: { from: 'Vector3', width: { type: 'number', default: 2 } },
          result: { length: 'Float' },
          run(parameters) {
            received.push(parameters);
            return { length: 1 };
          },
        },
      },
    })();
    expect(extension?.actions).toMatchObject([
      {
        parameters: { properties: { from: { 'x-port-type': 'Vector3' } }, required: ['from'] },
        result: { properties: { length: { type: 'number' } } },
      },
    ]);
    act('paint.stroke', { from: { x: 1, y: 2, z: 3 }, width: 2 });
    expect(received).toEqual([{ from: { x: 1, y: 2, z: 3 }, width: 2 }]);
  });

  it.each<[string, Partial<Engine>, string]>([
    [
      'a misspelled action of the catalog',
      { actions: { 'scene.setColour': { run } } },
      "There is no action 'scene.setColour' in the catalog, and the names of your own start with 'paint.'. Did you mean 'scene.setColor'?",
    ],
    [
      'a name that the service does not accept',
      { actions: { 'paint.a stroke': { run } } },
      "'paint.a stroke': name: expected two or three names of letters and digits",
    ],
    [
      'an unknown type of a parameter',
      { actions: { 'paint.stroke': { parameters: { width: 'Number' }, run } } },
      "'Number' of 'width' of paint.stroke is no type; expected one of Boolean, Integer, Float",
    ],
    [
      'an unknown type of a port',
      { nodeTypes: { 'paint.Splash': { inputs: { Size: 'Number' }, run } } },
      "'Number' of the port 'Size' is no type",
    ],
    [
      'a subject that is no field',
      { eventKinds: { 'paint.dried': { summary: 'Dry', data: { layer: 'Integer' }, subject: ['object'] } } },
      "'paint.dried': subject: the data has no field 'object'",
    ],
  ])('are rejected at the start, such as %s', (_, engine, message) => {
    expect(start(engine)).toThrow(message);
  });

  it('are checked when events are raised and components are read', () => {
    const { facade } = start({
      eventKinds: { 'paint.dried': { summary: 'A layer has dried', data: { layer: 'Integer' } } },
    })();
    expect(() => facade.raiseEvent('paint.dried', { layer: 'two' })).toThrow(
      'The data of paint.dried is wrong: layer: expected',
    );
    const { facade: other, act } = start({
      components: () => ({ Paint: { properties: { gloss: { type: 'Number' } } } }),
      read: () => 0,
      write() {},
    })();
    other.addObject({ handle: 1, name: 'Wall', tag: 'wall' });
    expect(() => act('components.list', { object: 'wall' })).toThrow(
      "'Number' of the property 'Paint.gloss' is no type",
    );
  });

  it('getTag follows the tags that clients change', () => {
    const { things, engine } = createThings();
    const { facade, act } = startRuntime(engine);
    act('scene.spawn', { type: 'Thing', tag: 'first', active: true });
    const [thing] = things;
    expect(facade.getTag(thing!)).toBe('first');
    act('scene.objects.setTag', { object: 'first', tag: 'second' });
    expect(facade.getTag(thing!)).toBe('second');
    act('scene.objects.destroy', { object: 'second', delay: 0 });
    expect(facade.getTag(thing!)).toBeUndefined();
  });
});
