import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from './testing-actions.ts';

const createVector3 = (x: number, y = 0, z = 0) => ({ x, y, z });

/**
 * Creates a scene with the camera 'eye' at (0, 2, 0), a cube 5 m in front of the camera, and the default main camera.
 */
const createCameraScene = () => {
  const runtime = createActionTestRuntime();
  runtime.act('scene.spawn', { type: 'Camera', tag: 'eye', position: createVector3(0, 2, 0) });
  runtime.act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', position: createVector3(0, 2, -5) });
  const getPosition = (tag: string) => runtime.scene.get(tag).node.position.toArray();
  /** Returns the position of the cube's center in the picture. */
  const project = (camera?: string) =>
    runtime.act('camera.worldToScreen', { camera, point: createVector3(0, 2, -5) });
  return { ...runtime, getPosition, project };
};

const listShakeEnds = ({ events }: ReturnType<typeof createCameraScene>) =>
  events.map(({ type, data }) => [type, data.tweenId, data.property, data.reason]);

describe('the main camera', () => {
  it('is that of the default scene at the start, without an event', () => {
    const { act, advance, events } = createCameraScene();
    advance();
    expect(act('camera.getActive')).toMatchObject({
      camera: {
        camera: 'main-camera',
        active: true,
        position: createVector3(0, 1, 10),
        projection: 'perspective',
        fov: 50,
        following: null,
      },
    });
    expect(events).toEqual([]);
  });

  it('changes at once, with an event that names the previous one', () => {
    const { act, events } = createCameraScene();
    expect(act('camera.setActive', { camera: 'eye' })).toEqual({ previous: 'main-camera' });
    expect(act('camera.list')).toMatchObject({
      active: 'eye',
      cameras: [
        { camera: 'main-camera', active: false },
        { camera: 'eye', active: true },
      ],
    });
    expect(events).toEqual([
      {
        type: 'camera.changed',
        object: 'eye',
        data: { object: 'eye', camera: 'eye', previous: 'main-camera' },
      },
    ]);
    expect(act('camera.setActive', { camera: 'eye' })).toEqual({ previous: 'eye' });
    expect(events).toHaveLength(1);
  });

  it('moves over to the new camera in a straight line, with a duration', () => {
    const { act, advance, project } = createCameraScene();
    act('camera.setActive', { camera: 'eye', blend: 1 });
    act('transform.setPosition', { object: 'main-camera', position: createVector3(50) });
    expect(project()).toMatchObject({
      x: 0.5,
      y: expect.closeTo(0.5 - 1 / 30 / Math.tan((25 * Math.PI) / 180), 9),
    });
    advance(60);
    expect(project()).toEqual({ x: 0.5, y: 0.5, visible: true });
  });

  it.each([
    ['its object is destroyed', 'scene.objects.destroy', { object: 'main-camera' }],
    ['its component is removed', 'components.remove', { object: 'main-camera', component: 'Camera' }],
  ])('is none any more when %s', (_, action, parameters) => {
    const { act, events, failure } = createCameraScene();
    act(action, parameters);
    expect(act('camera.getActive')).toEqual({ camera: null });
    expect(act('camera.list')).toMatchObject({ active: null, cameras: [{ camera: 'eye' }] });
    expect(events).toEqual([
      { type: 'camera.changed', object: undefined, data: { camera: null, previous: 'main-camera' } },
    ]);
    expect(failure('camera.worldToScreen', { point: createVector3(0) })).toMatchObject({
      code: 'ACTION_FAILED',
      reason: expect.stringContaining('camera.setActive'),
    });
    expect(act('camera.setActive', { camera: 'eye' })).toEqual({ previous: null });
    expect(events[1]).toMatchObject({ object: 'eye', data: { camera: 'eye', previous: null } });
  });

  it('stays when another camera is removed, and when it loses something else', () => {
    const { act, events } = createCameraScene();
    act('components.add', { object: 'main-camera', component: 'Text3D' });
    act('components.remove', { object: 'main-camera', component: 'Text3D' });
    act('scene.objects.destroy', { object: 'eye' });
    expect(act('camera.getActive')).toMatchObject({ camera: { camera: 'main-camera' } });
    expect(events).toEqual([]);
  });
});

describe('a lens', () => {
  it('can be set in part, and the response has the previous values', () => {
    const { act, project } = createCameraScene();
    const before = { projection: 'perspective', fov: 50, orthoSize: 5, near: 0.1, far: 2000 };
    expect(act('camera.set', { camera: 'eye', fov: 90, far: 4 })).toEqual({ previous: before });
    expect(act('camera.set', { camera: 'eye' })).toEqual({ previous: { ...before, fov: 90, far: 4 } });
    expect(project('eye')).toEqual({ x: 0.5, y: 0.5, visible: false });
  });

  it('changes the projection at once', () => {
    const { act } = createCameraScene();
    const top = () => act('camera.worldToScreen', { camera: 'eye', point: createVector3(0, 4, -5) }).y;
    expect(top()).toBeCloseTo(0.5 - 0.2 / Math.tan((25 * Math.PI) / 180), 9);
    act('camera.set', { camera: 'eye', projection: 'orthographic', orthoSize: 4 });
    expect(top()).toBe(0.25);
    act('camera.set', { camera: 'eye', projection: 'perspective' });
    expect(top()).toBeCloseTo(0.5 - 0.2 / Math.tan((25 * Math.PI) / 180), 9);
  });

  it('keeps a positive depth even while tweens let near and far cross', () => {
    const { act, advance, project } = createCameraScene();
    act('tween.property', { object: 'eye', component: 'Camera', property: 'far', value: 3, time: 1 });
    act('camera.set', { camera: 'eye', near: 1000 });
    advance(60);
    expect(act('camera.set', { camera: 'eye', near: 2 })).toMatchObject({ previous: { near: 1000, far: 3 } });
    expect(project('eye')).toMatchObject({ x: 0.5, y: 0.5 });
  });

  it('keeps near below far whichever way its properties are written', () => {
    const { act, failure } = createCameraScene();
    const eye = { object: 'eye', component: 'Camera' };
    const write = (...properties: { name: string; value: number }[]) =>
      act('components.setProperties', { ...eye, properties });
    const rejected = {
      code: 'INVALID_VALUE',
      details: { near: 3000, far: 2000, expected: 'near less than far' },
    };
    expect(write({ name: 'near', value: 3000 })).toMatchObject({
      results: [{ success: false, error: rejected }],
    });
    expect(failure('tween.property', { ...eye, property: 'near', value: 3000, time: 1 })).toMatchObject(
      rejected,
    );
    expect(act('camera.set', { camera: 'eye' })).toMatchObject({ previous: { near: 0.1, far: 2000 } });
    expect(write({ name: 'far', value: 5000 }, { name: 'near', value: 3000 })).toMatchObject({
      failedCount: 0,
    });
    const properties = { near: 3000 };
    expect(failure('components.add', { object: 'cube', component: 'Camera', properties })).toMatchObject(
      rejected,
    );
  });

  it.each([{ near: 2000 }, { far: 0.1 }, { near: 5, far: 4, fov: 90 }])(
    'that would show nothing is rejected, and nothing of it is set: %j',
    (lens) => {
      const { act, failure } = createCameraScene();
      expect(failure('camera.set', { camera: 'eye', ...lens })).toMatchObject({
        code: 'ACTION_FAILED',
        details: { camera: 'eye', expected: 'near less than far' },
      });
      expect(act('camera.set', { camera: 'eye' })).toMatchObject({
        previous: { fov: 50, near: 0.1, far: 2000 },
      });
    },
  );

  it('may be as short as its parameters say', () => {
    const { act } = createCameraScene();
    act('camera.set', { camera: 'eye', near: 0.001, far: 0.005 });
    expect(act('camera.set', { camera: 'eye' })).toMatchObject({ previous: { near: 0.001, far: 0.005 } });
  });
});

describe('a camera that follows', () => {
  it('follows an object that a tween moves, in the same step', () => {
    const { act, advance, getPosition } = createCameraScene();
    expect(act('camera.follow', { camera: 'eye', target: 'cube', offset: createVector3(0, 1, 6) })).toEqual({
      following: 'cube',
    });
    act('tween.position', { object: 'cube', position: createVector3(3, 2, -5), time: 0.05 });
    advance(3);
    expect(getPosition('cube')).toEqual([3, 2, -5]);
    expect(getPosition('eye')).toEqual([3, 3, 1]);
    expect(act('camera.list')).toMatchObject({ cameras: [{ following: null }, { following: 'cube' }] });
  });

  it('moves its object, even under a parent, and readers see that', () => {
    const { act, advance, getPosition } = createCameraScene();
    act('scene.spawn', { type: 'Empty', tag: 'arm', position: createVector3(1, 1, 1) });
    act('scene.objects.setParent', { object: 'eye', parent: 'arm' });
    act('camera.follow', { camera: 'eye', target: 'cube', offset: createVector3(0, 0, 5) });
    act('transform.setPosition', { object: 'cube', position: createVector3(9, 2, -5) });
    advance();
    expect(getPosition('eye')).toEqual([8, 1, -1]);
    expect(act('transform.get', { object: 'eye', space: 'world' })).toMatchObject({
      position: createVector3(9, 2, 0),
    });
    expect(act('camera.worldToScreen', { camera: 'eye', point: createVector3(9, 2, -5) })).toMatchObject({
      x: 0.5,
      y: 0.5,
    });
  });

  it.each([{ target: null }, {}])('stays where it is once it follows nothing: %j', (parameters) => {
    const { act, advance, getPosition } = createCameraScene();
    act('camera.follow', { camera: 'eye', target: 'cube' });
    expect(act('camera.follow', { camera: 'eye', ...parameters })).toEqual({ following: null });
    act('transform.setPosition', { object: 'cube', position: createVector3(9) });
    advance();
    expect(getPosition('eye')).toEqual([0, 2, 0]);
  });

  it.each([
    ['scene.objects.destroy', { object: 'cube' }],
    ['components.remove', { object: 'eye', component: 'Camera' }],
  ])('follows nothing any more after %s of %j', (action, parameters) => {
    const { act, advance, getPosition } = createCameraScene();
    act('camera.follow', { camera: 'eye', target: 'cube', offset: createVector3(0) });
    act(action, parameters);
    advance();
    expect(getPosition('eye')).toEqual([0, 2, 0]);
    if (action === 'components.remove') act('components.add', { object: 'eye', component: 'Camera' });
    expect(act('camera.list')).toMatchObject({ cameras: [{}, { camera: 'eye', following: null }] });
  });
});

describe('a shake', () => {
  it('moves the view and not the camera, and is at rest at its end', () => {
    const runtime = createCameraScene();
    const { act, advance, project, getPosition } = runtime;
    expect(act('camera.shake', { camera: 'eye', strength: 1, time: 0.5, seed: 7 })).toEqual({
      tweenId: 'tween-1',
    });
    advance(10);
    expect(project('eye').x).not.toBe(0.5);
    expect(getPosition('eye')).toEqual([0, 2, 0]);
    advance(20);
    expect(project('eye')).toEqual({ x: 0.5, y: 0.5, visible: true });
    expect(listShakeEnds(runtime)).toEqual([['tween.completed', 'tween-1', 'shake', undefined]]);
    expect(runtime.events[0]).toMatchObject({ object: 'eye', data: { object: 'eye' } });
  });

  it('is a tween like all others: listed, paused, and replaced', () => {
    const runtime = createCameraScene();
    const { act, advance, project } = runtime;
    act('camera.shake', { camera: 'eye', strength: 1, time: 1 });
    act('tween.position', { object: 'eye', position: createVector3(0, 2, 0), time: 1 });
    expect(act('tween.list')).toMatchObject({
      tweens: [
        { tweenId: 'tween-1', object: 'eye', property: 'shake', time: 1 },
        { tweenId: 'tween-2', property: 'position' },
      ],
    });
    advance(10);
    const initial = project('eye');
    act('tween.pause', { tweenId: 'tween-1' });
    advance(10);
    expect(project('eye')).toEqual(initial);
    act('tween.resume', { tweenId: 'tween-1' });
    advance();
    expect(project('eye')).not.toEqual(initial);
    act('camera.shake', { camera: 'eye', strength: 1, time: 1 });
    expect(listShakeEnds(runtime)).toEqual([['tween.cancelled', 'tween-1', 'shake', 'replaced']]);
  });

  it.each([
    ['tween.cancel', { tweenId: 'tween-1' }, 'explicit'],
    ['tween.cancel', { object: 'eye' }, 'explicit'],
    ['components.remove', { object: 'eye', component: 'Camera' }, 'componentRemoved'],
    ['scene.objects.destroy', { object: 'eye' }, 'objectDestroyed'],
  ])('comes to rest at once after %s of %j', (action, parameters, reason) => {
    const runtime = createCameraScene();
    const { act, advance, project } = runtime;
    act('camera.shake', { camera: 'eye', strength: 1, time: 1 });
    advance(10);
    act(action, parameters);
    if (reason === 'explicit') expect(project('eye')).toEqual({ x: 0.5, y: 0.5, visible: true });
    advance();
    expect(listShakeEnds(runtime)).toEqual([['tween.cancelled', 'tween-1', 'shake', reason]]);
    if (reason !== 'componentRemoved') return;
    act('components.add', { object: 'eye', component: 'Camera' });
    expect(project('eye')).toEqual({ x: 0.5, y: 0.5, visible: true });
  });

  it('depends on its seed; without one, no two are alike', () => {
    const recordShake = (seed?: number, before = 0) => {
      const { act, advance, project } = createCameraScene();
      for (let count = 0; count < before; count++)
        act('camera.shake', { camera: 'eye', strength: 1, time: 1 });
      act('camera.shake', { camera: 'eye', strength: 1, time: 1, seed });
      advance(10);
      return project('eye').x;
    };
    expect(recordShake(7)).toBe(recordShake(7, 1));
    expect(recordShake(7)).not.toBe(recordShake(8));
    expect(recordShake()).toBe(recordShake());
    expect(recordShake()).not.toBe(recordShake(undefined, 1));
  });

  it('of the main camera shows in its view', () => {
    const { act, advance, project } = createCameraScene();
    act('camera.setActive', { camera: 'eye' });
    act('camera.shake', { camera: 'eye', strength: 1, time: 1 });
    advance(10);
    expect(project().x).toBe(project('eye').x);
    expect(project().x).not.toBe(0.5);
  });
});

describe('an object without a camera', () => {
  it.each([
    ['camera.setActive', {}],
    ['camera.set', { fov: 20 }],
    ['camera.follow', { target: 'eye' }],
    ['camera.shake', { strength: 1, time: 1 }],
    ['camera.worldToScreen', { point: createVector3(0) }],
  ])('is rejected by %s, and so is an unknown object', (action, parameters) => {
    const { act, failure, events } = createCameraScene();
    expect(failure(action, { camera: 'cube', ...parameters }).code).toBe('COMPONENT_NOT_FOUND');
    expect(failure(action, { camera: 'eyes', ...parameters }).code).toBe('OBJECT_NOT_FOUND');
    expect(act('camera.getActive')).toMatchObject({ camera: { camera: 'main-camera' } });
    expect(act('tween.list')).toEqual({ tweens: [] });
    expect(events).toEqual([]);
  });
});
