import { describe, expect, test } from 'vitest';
import {
  createTestRuntime as createAnyStage,
  logNode,
  createTestGraph,
} from '../../engine/testing-runtime.ts';
import { listColors } from '../../scene/main-colors.ts';
import { getPosition } from '../../scene/object-transform.ts';
import type { Json } from '#spec/values.ts';
import type { Limits } from '../../engine/execution-limits.ts';

const createVector3 = (x: number, y = 0, z = 0) => ({ x, y, z });

/** Creates a scene with a cube `hero`, named Hero, at (1, 0, 0) below its parent `base`, which is at (10, 0, 0). */
const createHeroScene = (limits: Partial<Limits> = {}) => {
  const runtime = createAnyStage({ limits });
  const { scene } = runtime;
  scene.spawn({ type: 'Empty' }, { tag: 'base', name: 'Base', position: createVector3(10) });
  scene.spawn(
    { type: 'Primitives/Cube' },
    { tag: 'hero', name: 'Hero', parent: 'base', position: createVector3(1) },
  );
  return runtime;
};

type HeroScene = ReturnType<typeof createHeroScene>;

/** Triggers a node at the start and runs some frames. Each of the given outputs is written to the console. */
const runNode = (
  runtime: HeroScene,
  category: string,
  values: Record<string, Json>,
  { outputs = ['Out'], frames = 1 }: { outputs?: readonly string[]; frames?: number } = {},
): readonly unknown[] => {
  const before = runtime.messages().length;
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        node: [category, values],
        ...Object.fromEntries(outputs.map((name) => [name, logNode(name)])),
      },
      ['start.Out > node.In', ...outputs.map((name) => `node.${name} > ${name}.In`)],
      { graphId: before === 0 ? 'graph' : `graph ${before}` },
    ),
  );
  runtime.step(frames);
  return runtime.messages().slice(before);
};

/** Returns the output values of a pure node, keyed by output. */
const evaluateNode = (
  runtime: HeroScene,
  category: string,
  values: Record<string, Json>,
  ...outputs: readonly string[]
) => {
  const watchNodes = Object.fromEntries(outputs.map((output) => [output, 'Watch']));
  runtime.run(
    createTestGraph(
      { frame: 'OnNewFrame', node: [category, values], ...watchNodes },
      outputs.flatMap((output) => [`frame.Out > ${output}.In`, `node.${output} > ${output}.Value`]),
      { graphId: category },
    ),
  );
  runtime.step();
  return outputs.map((output) => runtime.port(`${output}.in.Value`, category) ?? null);
};

describe('SpawnObject', () => {
  const outputs = ['Out', 'Done', 'Failed'];

  test('makes an element at once, and outputs its tag in the next frame', () => {
    const runtime = createHeroScene();
    const values = { Type: 'Primitives/Cube', Position: createVector3(1, 2, 3) };
    expect(runNode(runtime, 'SpawnObject', values, { outputs })).toEqual(['Out']);
    expect(getPosition(runtime.scene.get('cube-1'), 'world')).toEqual(createVector3(1, 2, 3));
    expect(runtime.port('node.out.Object')).toBeUndefined();
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
    expect(runtime.port('node.out.Object')).toBe('cube-1');
  });

  test('copies an object at its own position, or at the given one', () => {
    const runtime = createHeroScene();
    runNode(runtime, 'SpawnObject', { Source: 'hero' });
    expect(getPosition(runtime.scene.get('hero-1'), 'world')).toEqual(createVector3(11));
    runNode(runtime, 'SpawnObject', { Source: 'hero', Position: createVector3(0) });
    expect(getPosition(runtime.scene.get('hero-2'), 'world')).toEqual(createVector3(10));
    runNode(runtime, 'SpawnObject', { Type: 'Empty', Parent: 'hero' });
    expect(runtime.scene.getParent(runtime.scene.get('empty-1'))?.tag).toBe('hero');
  });

  test.each([
    [{}, /exactly one/],
    [{ Type: 'Primitives/Cube', Source: 'hero' }, /exactly one/],
    [{ Type: 'Primitives/Cubes' }, /There is no element 'Primitives\/Cubes'/],
    [{ Source: 'ghost' }, /No scene object has the tag 'ghost'/],
    [{ Asset: 'duck.glb' }, /duck\.glb/],
  ])('fires Failed for %j', (values, reason) => {
    const runtime = createHeroScene();
    const { size } = runtime.scene;
    expect(runNode(runtime, 'SpawnObject', values, { outputs, frames: 2 })).toEqual([
      expect.stringMatching(reason),
      'Out',
      'Failed',
    ]);
    expect(runtime.scene.size).toBe(size);
  });

  test('outputs several objects one after another', () => {
    const runtime = createHeroScene();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          loop: ['ForLoop', { Last: 2 }],
          node: ['SpawnObject', { Type: 'Empty' }],
          text: ['FormatText', { Template: '{0}' }],
          done: 'LogConsole',
        },
        ['start.Out > loop.In', 'loop.Body > node.In', 'node.Done > done.In', 'node.Object > done.Message'],
      ),
    );
    runtime.step(2);
    expect(runtime.messages()).toEqual(['empty-1', 'empty-2', 'empty-3']);
  });

  test('fires nothing once the graph stops', () => {
    const runtime = createHeroScene();
    runtime.run(
      createTestGraph({ stop: 'OnStop', node: ['SpawnObject', { Type: 'Empty' }], done: logNode('Done') }, [
        'stop.Out > node.In',
        'node.Done > done.In',
      ]),
    );
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    runtime.step(2);
    expect(runtime.scene.find('empty-1')).toBeDefined();
    expect(runtime.messages()).toEqual([]);
  });

  test('writes one error when the scene is full', () => {
    const runtime = createHeroScene({ objects: 4 });
    expect(runNode(runtime, 'SpawnObject', { Type: 'Empty' }, { outputs, frames: 2 })).toEqual([
      expect.stringMatching(/^The scene has/),
      'Out',
      'Failed',
    ]);
  });
});

describe('DestroyObject', () => {
  test('removes an object with all its descendants, at the end of the frame', () => {
    const runtime = createHeroScene();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          node: ['DestroyObject', { Object: 'base' }],
          find: ['FindObject', { Tag: 'hero' }],
          see: 'Watch',
        },
        ['start.Out > node.In', 'node.Out > see.In', 'find.Found > see.Value'],
      ),
    );
    runtime.step();
    expect(runtime.port('see.in.Value')).toBe(true);
    expect(runtime.scene.find('base')).toBeUndefined();
    expect(runtime.scene.find('hero')).toBeUndefined();
  });

  test('changes nothing when there is no such object', () => {
    const runtime = createHeroScene();
    expect(runNode(runtime, 'DestroyObject', { Object: 'ghost' })).toEqual([
      'No scene object has the tag "ghost".',
      'Out',
    ]);
  });
});

describe('FindObject', () => {
  test.each([
    ['hero', ['hero', true]],
    ['Hero', ['', false]],
    ['', ['', false]],
  ])('of %j is %j', (Tag, expected) => {
    const runtime = createHeroScene();
    expect(evaluateNode(runtime, 'FindObject', { Tag }, 'Object', 'Found')).toEqual(expected);
    expect(runtime.messages()).toEqual([]);
  });
});

describe('ListObjects', () => {
  const listObjects = (values: Record<string, Json>, prepare: (runtime: HeroScene) => unknown = () => {}) => {
    const runtime = createHeroScene();
    prepare(runtime);
    return { result: evaluateNode(runtime, 'ListObjects', values, 'Objects', 'Count'), runtime };
  };
  const all = ['main-camera', 'main-light', 'base', 'hero'];

  test.each([
    [{}, all],
    [{ NamePattern: 'h*' }, ['hero']],
    [{ NamePattern: '*a*' }, ['main-camera', 'main-light', 'base']],
    [{ NamePattern: 'nobody' }, []],
    [{ Layer: 'Default' }, ['main-camera', 'main-light', 'base']],
    [{ Layer: 'UI' }, ['hero']],
    [{ Layer: 'UI', NamePattern: 'b*' }, []],
    [{ Layer: 'Layer 31' }, []],
  ])('with %j lists %j', (values, expected) => {
    const { result } = listObjects(values, ({ scene }) => {
      scene.get('hero').layer = 5;
    });
    expect(result).toEqual([expected, expected.length]);
  });

  test('uses the same layer after a rename', () => {
    const { result } = listObjects({ Layer: 'UI' }, ({ scene }) => {
      scene.layers.set({ index: 5, name: 'Overlay' });
      scene.get('hero').layer = 5;
    });
    expect(result).toEqual([['hero'], 1]);
  });

  test('charges steps for every object that it examines', () => {
    const runtime = createHeroScene({ stepsPerActivation: 100 });
    for (let count = 0; count < 1000; count++) runtime.scene.spawn({ type: 'Empty' });
    evaluateNode(runtime, 'ListObjects', {}, 'Count');
    expect(runtime.data('graph.stopped')).toEqual([expect.objectContaining({ reason: 'executionLimit' })]);
  });
});

describe('setters', () => {
  test.each([
    [{}, true],
    [{ Active: false }, false],
  ])('SetActive with %j sets it to %j', (values, expected) => {
    const runtime = createHeroScene();
    runtime.scene.get('hero').active = !expected;
    expect(runNode(runtime, 'SetActive', { Object: 'hero', ...values })).toEqual(['Out']);
    expect(runtime.scene.get('hero').active).toBe(expected);
  });

  test.each([
    [{ Parent: '' }, undefined, createVector3(11)],
    [{ KeepWorld: false }, undefined, createVector3(1)],
    [{ Parent: 'other' }, 'other', createVector3(11)],
    [{ Parent: 'other', KeepWorld: false }, 'other', createVector3(6)],
  ])('SetParent with %j moves it under %j, at %j', (values, parent, position) => {
    const runtime = createHeroScene();
    runtime.scene.spawn({ type: 'Empty' }, { tag: 'other', position: createVector3(5) });
    expect(runNode(runtime, 'SetParent', { Object: 'hero', ...values })).toEqual(['Out']);
    const hero = runtime.scene.get('hero');
    expect(runtime.scene.getParent(hero)?.tag).toBe(parent);
    expect(getPosition(hero, 'world')).toEqual(position);
  });

  test('SetParent rejects a descendant as the parent, and warns', () => {
    const runtime = createHeroScene();
    expect(runNode(runtime, 'SetParent', { Object: 'base', Parent: 'hero' })).toEqual([
      expect.stringContaining("'base' cannot be moved under 'hero'"),
      'Out',
    ]);
  });

  test('SetObjectColor colors an object', () => {
    const runtime = createHeroScene();
    const Color = { r: 1, g: 0, b: 0, a: 0.5 };
    expect(runNode(runtime, 'SetObjectColor', { Object: 'hero', Color })).toEqual(['Out']);
    expect(listColors(runtime.scene.get('hero'))).toEqual([Color]);
    expect(runNode(runtime, 'SetObjectColor', { Object: 'base', Color })).toEqual([
      expect.stringContaining('no material'),
      'Out',
    ]);
  });

  test.each([
    ['Background', 2],
    ['Layer 9', 9],
  ])('SetLayer to %j is %d', (Layer, index) => {
    const runtime = createHeroScene();
    runtime.scene.layers.set({ index: 9, name: 'Props' });
    expect(runNode(runtime, 'SetLayer', { Object: 'hero', Layer })).toEqual(['Out']);
    expect(runtime.scene.get('hero').layer).toBe(index);
  });

  test('SetLayer rejects a layer that was not created', () => {
    const runtime = createHeroScene();
    expect(runNode(runtime, 'SetLayer', { Object: 'hero', Layer: 'Layer 9' })).toEqual([
      expect.stringContaining('scene.createLayer'),
      'Out',
    ]);
    expect(runtime.scene.get('hero').layer).toBe(0);
  });

  test.each(['SetActive', 'SetParent', 'SetObjectColor', 'SetLayer'])(
    '%s changes nothing and warns when the object does not exist',
    (category) => {
      expect(runNode(createHeroScene(), category, { Object: 'ghost' })).toEqual([
        'No scene object has the tag "ghost".',
        'Out',
      ]);
    },
  );
});

describe('GetProperty', () => {
  test.each([
    ['main-camera', 'Camera', 'fov', [50, true]],
    ['hero', 'Transform', 'position', [createVector3(1), true]],
    ['hero', 'Material', 'color', [expect.objectContaining({ a: 1 }), true]],
    ['hero', 'Mesh', 'castShadow', [true, true]],
    ['main-camera', 'camera', 'fov', [null, false]],
    ['main-camera', 'Camera', 'Fov', [null, false]],
    ['ghost', 'Camera', 'fov', [null, false]],
    ['', '', '', [null, false]],
  ])('of %j, %j, %j is %j', (tag, Component, Property, expected) => {
    const runtime = createHeroScene();
    expect(
      evaluateNode(runtime, 'GetProperty', { Object: tag, Component, Property }, 'Value', 'IsValid'),
    ).toEqual(expected);
    expect(runtime.messages()).toEqual([]);
  });
});

describe('SetProperty', () => {
  const outputs = ['Out', 'Failed'];

  test.each([
    ['main-camera', 'Camera', 'fov', 20],
    ['main-camera', 'Camera', 'fov', '20'],
    ['hero', 'Transform', 'position', [1, 2, 3]],
    ['hero', 'Mesh', 'geometry', 'sphere'],
  ])('of %j sets %j, %j to %j', (tag, Component, Property, Value) => {
    const runtime = createHeroScene();
    const address = { Object: tag, Component, Property };
    expect(runNode(runtime, 'SetProperty', { ...address, Value }, { outputs })).toEqual(['Out']);
    const [now] = evaluateNode(runtime, 'GetProperty', address, 'Value');
    expect(now).toEqual(Value === '20' ? 20 : Array.isArray(Value) ? createVector3(1, 2, 3) : Value);
  });

  test.each([
    [{ Property: 'fov', Value: 180 }, /from 1 to 179/],
    [{ Property: 'fov', Value: 'wide' }, /Float/],
    [{ Property: 'Fov', Value: 20 }, /no property 'Fov'/],
    [{ Component: 'Lens', Property: 'fov', Value: 20 }, /no component 'Lens'/],
    [{ Object: 'ghost', Property: 'fov', Value: 20 }, /"ghost"/],
  ])('fires Failed, and changes nothing, for %j', (values, reason) => {
    const runtime = createHeroScene();
    const address = { Object: 'main-camera', Component: 'Camera', ...values };
    expect(runNode(runtime, 'SetProperty', address, { outputs })).toEqual([
      expect.stringMatching(reason),
      'Failed',
    ]);
    expect(runtime.scene.get('main-camera').components.get('Camera')!.values.fov).toBe(50);
  });
});
