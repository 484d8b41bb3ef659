import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from './testing-actions.ts';

const createVector3 = (x: number, y: number, z: number) => ({ x, y, z });

const createFamily = () => {
  const runtime = createActionTestRuntime();
  runtime.act('scene.spawn', {
    type: 'Empty',
    tag: 'a',
    position: [10, 0, 0],
    rotation: [0, 90, 0],
    scale: 2,
  });
  runtime.act('scene.spawn', {
    type: 'Primitives/Cube',
    tag: 'b',
    name: 'Red Box',
    parent: 'a',
    position: [1, 0, 0],
  });
  runtime.act('scene.spawn', { type: 'Primitives/Cube', tag: 'c', name: 'Blue Box', parent: 'b' });
  return runtime;
};

const listTags = (response: Record<string, unknown>): string[] =>
  (response.objects as { tag: string }[]).map(({ tag }) => tag);

describe('scene.objects.destroy', () => {
  it('removes an object with its descendants', () => {
    const { act, failure, scene } = createFamily();
    expect(act('scene.objects.destroy', { object: 'a' })).toEqual({ removed: 3 });
    expect(listTags(act('scene.objects.list'))).toEqual(['main-camera', 'main-light']);
    expect(failure('scene.objects.get', { object: 'b' }).code).toBe('OBJECT_NOT_FOUND');
    expect(scene.root.children).toHaveLength(2);
  });

  it('waits for the delay in simulated seconds', () => {
    const { act, advance } = createFamily();
    expect(act('scene.objects.destroy', { object: 'b', delay: 0.5 })).toEqual({ removed: 0 });
    advance(29);
    expect(act('scene.objects.list')).toMatchObject({ count: 5 });
    advance(1);
    expect(act('scene.objects.list')).toMatchObject({ count: 3 });
  });

  it('follows the object, not its tag, while it waits', () => {
    const { act, advance } = createFamily();
    act('scene.objects.destroy', { object: 'c', delay: 1 });
    act('scene.objects.setTag', { object: 'c', tag: 'other' });
    act('scene.spawn', { type: 'Empty', tag: 'c' });
    advance(60);
    expect(listTags(act('scene.objects.list'))).toEqual(['main-camera', 'main-light', 'a', 'b', 'c']);
  });

  it('cancels the tweens of all removed objects', () => {
    const { act, events } = createFamily();
    act('tween.position', { object: 'c', position: 1, time: 1 });
    act('scene.objects.destroy', { object: 'a' });
    expect(events).toEqual([
      {
        type: 'tween.cancelled',
        object: 'c',
        data: { tweenId: 'tween-1', object: 'c', property: 'position', reason: 'objectDestroyed' },
      },
    ]);
    expect(act('tween.list')).toEqual({ tweens: [] });
  });
});

describe('names, activity and tags', () => {
  it('are set, and the response has the previous value', () => {
    const { act } = createFamily();
    expect(act('scene.objects.setName', { object: 'b', name: 'Green Box' })).toEqual({ previous: 'Red Box' });
    expect(act('scene.objects.setActive', { object: 'b', active: false })).toEqual({ previous: true });
    expect(act('scene.objects.setTag', { object: 'b', tag: 'green' })).toEqual({ previous: 'b' });
    expect(act('scene.objects.get', { object: 'green', include: ['name', 'active', 'tag'] })).toEqual({
      object: { name: 'Green Box', active: false, tag: 'green' },
    });
  });

  it('keep tags unique, and let an object keep its own', () => {
    const { act, failure } = createFamily();
    expect(failure('scene.objects.setTag', { object: 'b', tag: 'c' }).status).toBe(422);
    expect(act('scene.objects.setTag', { object: 'b', tag: 'b' })).toEqual({ previous: 'b' });
    expect(act('scene.objects.get', { object: 'b' }).object).toMatchObject({ name: 'Red Box' });
  });

  it('suggest similar tags when there is no such object', () => {
    const { failure } = createFamily();
    const { code, details } = failure('scene.objects.setName', { object: 'main-ligth', name: 'x' });
    expect(code).toBe('OBJECT_NOT_FOUND');
    expect(details).toMatchObject({ object: 'main-ligth', nearest: ['main-light'] });
  });
});

describe('scene.objects.list', () => {
  it.each([
    [{}, ['main-camera', 'main-light', 'a', 'b', 'c']],
    [{ parent: 'a' }, ['b']],
    [{ parent: null }, ['main-camera', 'main-light', 'a']],
    [{ name: '*box' }, ['b', 'c']],
    [{ name: 'red box' }, ['b']],
    [{ name: 'BOX' }, ['b', 'c']],
    [{ name: 'box*' }, []],
    [{ name: 'r*d*' }, ['b']],
    [{ name: 'red box*box' }, []],
    [{ component: 'Mesh' }, ['b', 'c']],
    [{ component: 'Mesh', name: 'b*' }, ['c']],
    [{ layer: 'UI' }, []],
    [{ limit: 2, offset: 1 }, ['main-light', 'a']],
  ])('with %j finds %j', (parameters, expected) => {
    expect(listTags(createFamily().act('scene.objects.list', parameters))).toEqual(expected);
  });

  it('counts all matches, on the page or not', () => {
    expect(createFamily().act('scene.objects.list', { limit: 1 })).toMatchObject({ count: 5 });
  });
});

describe('scene.objects.find', () => {
  it.each([
    [{ tag: 'main-*' }, ['main-camera', 'main-light']],
    [{ near: [10, 0, 0], component: 'Transform', radius: 2.5 }, ['a', 'b', 'c']],
    [{ near: [0, 3, 0], radius: 1 }, ['main-light']],
    [{ near: [10, 0, -3] }, ['b', 'c', 'a', 'main-light', 'main-camera']],
  ])('with %j finds %j', (parameters, expected) => {
    expect(listTags(createFamily().act('scene.objects.find', parameters))).toEqual(expected);
  });
});

describe('scene.objects.duplicate', () => {
  it('creates copies next to the original', () => {
    const { act } = createFamily();
    const copies = act('scene.objects.duplicate', {
      object: 'b',
      count: 2,
      name: 'Twin',
      position: [0, 7, 0],
    });
    expect(copies).toMatchObject({
      objects: [
        { tag: 'b-1', name: 'Twin', parent: 'a' },
        { tag: 'b-2', name: 'Twin', parent: 'a' },
      ],
    });
    expect(act('scene.objects.get', { object: 'b-2' }).object).toMatchObject({
      position: createVector3(0, 7, 0),
      children: ['c-2'],
    });
  });
});

describe('scene.objects.setParent', () => {
  it('keeps the world position', () => {
    const { act } = createFamily();
    expect(act('scene.objects.setParent', { object: 'b' })).toEqual({ previous: 'a' });
    const { object } = act('scene.objects.get', { object: 'b' }) as {
      object: Record<string, { x: number; y: number; z: number }>;
    };
    expect(object.parent).toBeNull();
    expect(object.position!.x).toBeCloseTo(10);
    expect(object.position!.z).toBeCloseTo(-2);
    expect(object.scale!.y).toBeCloseTo(2);
    expect(object.rotation!.y).toBeCloseTo(90);
  });

  it('keeps the local position when keepWorld is false', () => {
    const { act } = createFamily();
    act('scene.objects.setParent', { object: 'b', parent: null, keepWorld: false });
    expect(act('scene.objects.get', { object: 'b' }).object).toMatchObject({
      parent: null,
      worldPosition: createVector3(1, 0, 0),
      scale: createVector3(1, 1, 1),
    });
  });

  it.each(['b', 'c'])('rejects %s as the parent of b, which would form a cycle', (parent) => {
    const { act, failure } = createFamily();
    expect(failure('scene.objects.setParent', { object: 'b', parent }).code).toBe('ACTION_FAILED');
    expect(act('scene.objects.get', { object: 'b' }).object).toMatchObject({ parent: 'a', children: ['c'] });
  });

  it('changes nothing when it is already the parent', () => {
    const { act } = createFamily();
    const scale = createVector3(1e200, -1e-200, 1e-100);
    act('transform.setScale', { object: 'b', scale });
    act('scene.spawn', { type: 'Empty', tag: 'last', parent: 'a' });
    for (const keepWorld of [true, false])
      act('scene.objects.setParent', { object: 'b', parent: 'a', keepWorld });
    expect(act('scene.objects.get', { object: 'b' }).object).toMatchObject({ scale });
    expect(act('scene.objects.get', { object: 'a' }).object).toMatchObject({ children: ['b', 'last'] });
  });

  it('nests up to 256 objects', () => {
    const { act, failure, scene } = createActionTestRuntime();
    const createChild = (index: number) => ({ type: 'Empty', tag: `e${index}`, parent: `e${index - 1}` });
    act('scene.spawn', { type: 'Empty', tag: 'e1' });
    for (let index = 2; index <= 255; index += 1) act('scene.spawn', createChild(index));
    act('scene.spawn', { type: 'Empty', tag: 'top' });
    act('scene.spawn', { type: 'Empty', tag: 'low', parent: 'top' });
    const { size } = scene;
    const rejected = { code: 'ACTION_FAILED', details: { limit: 256 } };
    expect(failure('scene.objects.setParent', { object: 'top', parent: 'e255' })).toMatchObject(rejected);
    expect(act('scene.objects.get', { object: 'top' }).object).toMatchObject({
      parent: null,
      children: ['low'],
    });
    act('scene.objects.setParent', { object: 'low', parent: 'e255' });
    expect(failure('scene.spawn', { type: 'Empty', parent: 'low' })).toMatchObject(rejected);
    expect(failure('scene.spawn', { sceneObject: 'e254', parent: 'e254' })).toMatchObject(rejected);
    expect(scene.size).toBe(size);
    expect(act('transform.getBounds', { object: 'e1' })).toBeDefined();
  });

  it('gives finite numbers even when scales overflow', () => {
    const { act } = createFamily();
    act('transform.setScale', { object: 'b', scale: createVector3(1e200, -1e-200, 1e-100) });
    act('scene.objects.setParent', { object: 'b', parent: null, keepWorld: true });
    const { object } = act('scene.objects.get', { object: 'b' }) as { object: { scale: object } };
    expect(Object.values(object.scale).every(Number.isFinite)).toBe(true);
  });

  it('gives finite numbers even under a parent with scale 0', () => {
    const { act } = createFamily();
    act('scene.spawn', { type: 'Empty', tag: 'flat', scale: 0 });
    act('scene.objects.setParent', { object: 'b', parent: 'flat' });
    expect(() => act('scene.objects.get', { object: 'b' })).not.toThrow();
  });
});
