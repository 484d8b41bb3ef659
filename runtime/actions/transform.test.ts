import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from './testing-actions.ts';

const createVector3 = (x: number, y: number, z: number) => ({ x, y, z });
const closeTo = ({ x, y, z }: ReturnType<typeof createVector3>) => ({
  x: expect.closeTo(x, 9),
  y: expect.closeTo(y, 9),
  z: expect.closeTo(z, 9),
});

/** Creates a scene with a cube whose parent is moved, rotated and scaled. */
const createCubeScene = () => {
  const runtime = createActionTestRuntime();
  runtime.act('scene.spawn', {
    type: 'Empty',
    tag: 'base',
    position: [10, 0, 0],
    rotation: [0, 90, 0],
    scale: 2,
  });
  runtime.act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', parent: 'base', position: [0, 0, 3] });
  const get = (space = 'world') => runtime.act('transform.get', { object: 'cube', space });
  return { ...runtime, get };
};

describe('transform', () => {
  it('is read in the world and relative to the parent', () => {
    const { get } = createCubeScene();
    expect(get()).toEqual({
      position: closeTo(createVector3(16, 0, 0)),
      rotation: closeTo(createVector3(0, 90, 0)),
      scale: createVector3(1, 1, 1),
    });
    expect(get('local')).toEqual({
      position: createVector3(0, 0, 3),
      rotation: createVector3(0, 0, 0),
      scale: createVector3(1, 1, 1),
    });
  });

  it('is clamped to the largest number, however far away a parent puts it', () => {
    const { act } = createActionTestRuntime();
    act('scene.spawn', { type: 'Empty', tag: 'huge', scale: 1e308 });
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', parent: 'huge', position: [1e308, 0, 0] });
    expect(act('transform.get', { object: 'cube' }).position).toEqual(createVector3(Number.MAX_VALUE, 0, 0));
    for (const corner of Object.values(act('transform.getBounds', { object: 'cube' })))
      expect(Object.values(corner as object).filter((part) => !Number.isFinite(part))).toEqual([]);
  });

  it('stays finite under a parent with a very small scale', () => {
    const { act } = createActionTestRuntime();
    act('scene.spawn', { type: 'Empty', tag: 'tiny', scale: 1e-308 });
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', parent: 'tiny' });
    act('transform.setPosition', { object: 'cube', position: [1e10, 1, 0] });
    expect(act('transform.get', { object: 'cube', space: 'local' }).position).toEqual(createVector3(0, 0, 0));
  });

  it('is set in part, and returns the previous values', () => {
    const { act, get } = createCubeScene();
    const before = get();
    expect(act('transform.set', { object: 'cube', position: [1, 2, 3], scale: [1, 2, 3] })).toEqual({
      previous: before,
    });
    expect(get()).toEqual({
      position: closeTo(createVector3(1, 2, 3)),
      rotation: closeTo(createVector3(0, 90, 0)),
      scale: createVector3(1, 2, 3),
    });
  });

  it('accepts quaternions of any length', () => {
    const { act, get, failure } = createCubeScene();
    const half = Math.SQRT1_2;
    for (const length of [1, 1e-200, 1e200]) {
      act('transform.setRotation', {
        object: 'cube',
        rotation: { x: half * length, y: 0, z: 0, w: half * length },
      });
      expect(get().rotation).toEqual(closeTo(createVector3(90, 0, 0)));
      act('transform.set', { object: 'cube', rotation: 0, space: 'local' });
      expect(get().rotation).toEqual(closeTo(createVector3(0, 90, 0)));
    }
    const request = { object: 'cube', rotation: { x: 0, y: 0, z: 0, w: 0 } };
    expect(failure('transform.setRotation', request).code).toBe('INVALID_PARAMETERS');
  });

  it('rotates about a world axis', () => {
    const { act } = createCubeScene();
    act('transform.set', { object: 'cube', position: [2, 0, 0], rotation: 0 });
    const result = act('transform.rotateAround', {
      object: 'cube',
      point: [1, 0, 0],
      axis: [0, 0, 5],
      angle: 90,
    });
    expect(result).toEqual({
      position: closeTo(createVector3(1, 1, 0)),
      rotation: closeTo(createVector3(0, 0, 90)),
    });
  });

  it('is copied from another object, part by part', () => {
    const { act, get } = createCubeScene();
    act('scene.spawn', { type: 'Empty', tag: 'model', position: [1, 2, 3], rotation: [0, 30, 0], scale: 4 });
    act('transform.copyFrom', { object: 'cube', source: 'model', scale: false });
    expect(get()).toEqual({
      position: closeTo(createVector3(1, 2, 3)),
      rotation: closeTo(createVector3(0, 30, 0)),
      scale: createVector3(1, 1, 1),
    });
  });

  it('returns to where the object was spawned, or copied', () => {
    const { act, get } = createCubeScene();
    act('transform.setPosition', { object: 'cube', position: 0 });
    act('scene.objects.duplicate', { object: 'cube', position: [7, 0, 0] });
    act('transform.reset', { object: 'cube' });
    expect(get('local').position).toEqual(createVector3(0, 0, 3));
    act('transform.translate', { object: 'cube-1', offset: 1 });
    act('transform.reset', { object: 'cube-1' });
    expect(act('transform.get', { object: 'cube-1', space: 'local' }).position).toEqual(
      createVector3(7, 0, 0),
    );
  });

  it('has bounds with and without descendants', () => {
    const { act } = createCubeScene();
    const cube = {
      min: closeTo(createVector3(15, -1, -1)),
      max: closeTo(createVector3(17, 1, 1)),
      size: closeTo(createVector3(2, 2, 2)),
      center: closeTo(createVector3(16, 0, 0)),
    };
    expect(act('transform.getBounds', { object: 'base' })).toEqual(cube);
    expect(act('transform.getBounds', { object: 'base', includeChildren: false })).toMatchObject({
      size: createVector3(0, 0, 0),
      center: createVector3(10, 0, 0),
    });
    expect(act('transform.getBounds', { object: 'cube', includeChildren: false })).toEqual(cube);
  });
});
