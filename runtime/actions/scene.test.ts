import { describe, expect, it } from 'vitest';
import { spawnables } from '../scene/spawnables.ts';
import { createActionTestRuntime } from './testing-actions.ts';

const createVector3 = (x: number, y: number, z: number) => ({ x, y, z });

describe('the initial scene', () => {
  it('has a main camera and a light', () => {
    const { act } = createActionTestRuntime();
    expect(act('scene.objects.list')).toMatchObject({
      count: 2,
      objects: [
        { tag: 'main-camera', components: ['Transform', 'Camera'] },
        { tag: 'main-light', components: ['Transform', 'Light'] },
      ],
    });
  });
});

describe('scene.spawn', () => {
  it('creates every element of the spawnables list', () => {
    const { act } = createActionTestRuntime();
    for (const { menuPath } of spawnables) {
      const { object } = act('scene.spawn', { type: menuPath });
      expect(act('scene.objects.get', { object })).toMatchObject({
        object: {
          type: menuPath,
          active: true,
          layer: 'Default',
          parent: null,
          position: createVector3(0, 0, 0),
        },
      });
    }
  });

  it('generates the same tags and ids on every run', () => {
    const spawnThree = () => {
      const { act } = createActionTestRuntime();
      return ['Primitives/Cube', 'Lights/Point Light', 'Primitives/Cube'].map((type) =>
        act('scene.spawn', { type }),
      );
    };
    expect(spawnThree()).toEqual([
      { object: 'cube-1', id: 'object-3' },
      { object: 'point-light-1', id: 'object-4' },
      { object: 'cube-2', id: 'object-5' },
    ]);
    expect(spawnThree()).toEqual(spawnThree());
  });

  it('never generates a tag twice, nor one that is in use', () => {
    const { act } = createActionTestRuntime();
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube-1' });
    expect(act('scene.spawn', { type: 'Primitives/Cube' })).toMatchObject({ object: 'cube-2' });
    act('scene.objects.destroy', { object: 'cube-2' });
    expect(act('scene.spawn', { type: 'Primitives/Cube' })).toMatchObject({ object: 'cube-3' });
  });

  it('accepts every option', () => {
    const { act } = createActionTestRuntime();
    act('scene.spawn', { type: 'Empty', tag: 'base' });
    act('scene.spawn', {
      type: 'Primitives/Cube',
      name: 'Hero',
      tag: 'hero',
      position: [1, 2, 3],
      rotation: { x: 30, y: 45, z: 60 },
      scale: 2,
      parent: 'base',
      layer: 'UI',
      active: false,
    });
    expect(act('scene.objects.get', { object: 'hero' }).object).toMatchObject({
      name: 'Hero',
      position: createVector3(1, 2, 3),
      rotation: createVector3(30, 45, 60),
      scale: createVector3(2, 2, 2),
      parent: 'base',
      layer: 'UI',
      active: false,
    });
  });

  it('duplicates an object with its descendants, with separate colors', () => {
    const { act } = createActionTestRuntime();
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'robot', position: [5, 0, 0], layer: 'UI' });
    act('scene.spawn', { type: 'Primitives/Sphere', tag: 'head', parent: 'robot', position: [0, 1, 0] });
    const { object } = act('scene.spawn', { sceneObject: 'robot' });
    expect(object).toBe('robot-1');
    expect(act('scene.objects.get', { object }).object).toMatchObject({
      layer: 'UI',
      position: createVector3(5, 0, 0),
      children: ['head-1'],
    });
    act('scene.setColor', { object: 'robot', color: [1, 0, 0] });
    expect(act('scene.objects.get', { object }).object).toMatchObject({
      colors: [{ r: 1, g: 1, b: 1, a: 1 }],
    });
  });

  it('duplicates an object into its own descendant without recursion', () => {
    const { act } = createActionTestRuntime();
    act('scene.spawn', { type: 'Empty', tag: 'a' });
    act('scene.spawn', { type: 'Empty', tag: 'b', parent: 'a' });
    act('scene.spawn', { sceneObject: 'a', parent: 'b' });
    expect(act('scene.objects.list', { parent: 'b' })).toMatchObject({ count: 1, objects: [{ tag: 'a-1' }] });
    expect(act('scene.objects.list')).toMatchObject({ count: 6 });
  });

  it.each([
    [{ type: 'Primitives/Cubes' }, 'ACTION_FAILED', { nearest: ['Primitives/Cube', 'Primitives/Cone'] }],
    [{ asset: 'robot.glb' }, 'ASSET_NOT_FOUND', { asset: 'robot.glb' }],
    [{ sceneObject: 'main-camra' }, 'OBJECT_NOT_FOUND', { nearest: ['main-camera'] }],
    [{ type: 'Empty', parent: 'nobody' }, 'OBJECT_NOT_FOUND', { object: 'nobody' }],
    [{ type: 'Empty', tag: 'main-light' }, 'ACTION_FAILED', { tag: 'main-light' }],
    [{ type: 'Empty', layer: 'Nowhere' }, 'ACTION_FAILED', { layer: 'Nowhere' }],
    [{ type: 'Empty', layer: 7 }, 'ACTION_FAILED', { layer: 7 }],
  ])('rejects %j and adds nothing', (parameters, code, details) => {
    const { act, failure } = createActionTestRuntime();
    const { code: actualCode, details: help } = failure('scene.spawn', parameters);
    expect(actualCode).toBe(code);
    expect(help).toMatchObject({
      ...details,
      ...('nearest' in details && { nearest: expect.arrayContaining(details.nearest) }),
    });
    expect(act('scene.objects.list')).toMatchObject({ count: 2 });
  });
});

describe('scene.setColor', () => {
  it('sets the color and returns the previous one', () => {
    const { act } = createActionTestRuntime();
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube' });
    act('scene.setColor', { object: 'cube', color: [0.1, 0.2, 0.3, 0.4] });
    expect(act('scene.setColor', { object: 'cube', color: [1, 0, 0] })).toEqual({
      previous: { r: 0.1, g: 0.2, b: 0.3, a: 0.4 },
    });
  });

  it('colors lights', () => {
    const { act } = createActionTestRuntime();
    act('scene.setColor', { object: 'main-light', color: [1, 0.5, 0] });
    expect(act('scene.objects.get', { object: 'main-light', include: ['colors'] })).toEqual({
      object: { colors: [{ r: 1, g: 0.5, b: 0, a: 1 }] },
    });
  });

  it('fails when there is no such material', () => {
    const { act, failure } = createActionTestRuntime();
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube' });
    expect(failure('scene.setColor', { object: 'cube', color: [1, 0, 0], material: 1 }).code).toBe(
      'ACTION_FAILED',
    );
    expect(failure('scene.setColor', { object: 'main-camera', color: [1, 0, 0] }).code).toBe('ACTION_FAILED');
  });
});

describe('layers', () => {
  it('are created, renamed and found by name or index', () => {
    const { act } = createActionTestRuntime();
    expect(act('scene.createLayer', { index: 9, name: 'Actors' })).toEqual({
      index: 9,
      name: 'Actors',
      renamed: false,
    });
    expect(act('scene.createLayer', { index: 9, name: 'Cast' })).toEqual({
      index: 9,
      name: 'Cast',
      renamed: true,
    });
    expect(act('scene.createLayer', { index: 9, name: 'Cast' })).toMatchObject({ renamed: false });
    expect(act('scene.objects.setLayer', { object: 'main-light', layer: 'Cast' })).toEqual({
      previous: 'Default',
    });
    expect(act('scene.objects.setLayer', { object: 'main-light', layer: 9 })).toEqual({ previous: 'Cast' });
    expect(act('scene.objects.getLayer', { object: 'main-light' })).toEqual({ layer: 'Cast', index: 9 });
  });

  it('have unique names', () => {
    const { failure } = createActionTestRuntime();
    expect(failure('scene.createLayer', { index: 9, name: 'UI' }).code).toBe('ACTION_FAILED');
  });

  it('are set for descendants on request only, and must be configured', () => {
    const { act, failure } = createActionTestRuntime();
    act('scene.spawn', { type: 'Empty', tag: 'a' });
    act('scene.spawn', { type: 'Empty', tag: 'b', parent: 'a' });
    act('scene.objects.setLayer', { object: 'a', layer: 'UI' });
    expect(act('scene.objects.getLayer', { object: 'b' })).toMatchObject({ layer: 'Default' });
    act('scene.objects.setLayer', { object: 'a', layer: 'UI', includeChildren: true });
    expect(act('scene.objects.getLayer', { object: 'b' })).toMatchObject({ layer: 'UI' });
    expect(failure('scene.objects.setLayer', { object: 'a', layer: 'ui' }).details).toMatchObject({
      nearest: ['UI'],
    });
  });
});

describe('scene.deleteLayer', () => {
  it('moves the objects of a layer to the first layer', () => {
    const { act, failure } = createActionTestRuntime();
    act('scene.createLayer', { index: 9, name: 'Props' });
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', layer: 'Props' });
    expect(act('scene.deleteLayer', { index: 9 })).toEqual({ moved: 1 });
    expect(act('scene.objects.getLayer', { object: 'cube' })).toEqual({ layer: 'Default', index: 0 });
    expect(failure('scene.deleteLayer', { index: 9 }).code).toBe('ACTION_FAILED');
    expect(failure('scene.deleteLayer', { index: 0 }).code).toBe('ACTION_FAILED');
    expect(failure('scene.objects.setLayer', { object: 'cube', layer: 'Props' }).code).toBe('ACTION_FAILED');
  });
});

describe('scene.clear', () => {
  const listTags = ({ scene }: ReturnType<typeof createActionTestRuntime>) =>
    scene.list().map(({ tag }) => tag);

  it('removes all objects', () => {
    const runtime = createActionTestRuntime();
    expect(runtime.act('scene.clear')).toEqual({ removed: 2 });
    expect(listTags(runtime)).toEqual([]);
  });

  it('leaves preserved objects and their descendants where they are', () => {
    const runtime = createActionTestRuntime();
    const { act, failure } = runtime;
    act('scene.spawn', { type: 'Empty', tag: 'base', position: [1, 2, 3] });
    act('scene.spawn', { type: 'Empty', tag: 'hero', parent: 'base', position: [1, 0, 0] });
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'sword', parent: 'hero' });
    expect(failure('scene.clear', { preserve: ['hero', 'nobody'] }).code).toBe('OBJECT_NOT_FOUND');
    expect(act('scene.clear', { preserve: ['hero', 'main-camera'] })).toEqual({ removed: 2 });
    expect(listTags(runtime)).toEqual(['main-camera', 'hero', 'sword']);
    expect(act('scene.objects.get', { object: 'hero' }).object).toMatchObject({
      parent: null,
      children: ['sword'],
      worldPosition: createVector3(2, 2, 3),
    });
  });
});
