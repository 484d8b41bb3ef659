import { describe, expect, it, test } from 'vitest';
import { createActionTestRuntime } from './testing-actions.ts';
import type { Vector3 } from '#spec/values.ts';

const createVector3 = (x: number, y = 0, z = 0): Vector3 => ({ x, y, z });

const step = 1 / 60;

/**
 * Returns how far a fall may deviate from the exact curve, given that the engine divides each step into four substeps.
 */
const getFallTolerance = (seconds: number, acceleration = 9.81): number =>
  (acceleration * step * seconds) / 8 + 0.001;

/** Creates a scene with functions that add objects with bodies. */
const createPhysicsScene = () => {
  const runtime = createActionTestRuntime();
  const { act } = runtime;
  const spawn = (tag: string, position: Vector3, options: Record<string, unknown> = {}): void => {
    act('scene.spawn', { type: 'Empty', tag, position, ...options });
  };
  return {
    ...runtime,
    spawn,
    /** Adds a falling ball with a diameter of 1 m. */
    ball(tag: string, position: Vector3, body: Record<string, unknown> = {}) {
      spawn(tag, position);
      act('physics.setCollider', { object: tag, shape: 'sphere' });
      act('physics.setBody', { object: tag, ...body });
    },
    /** Adds a falling cube with edges of 1 m. */
    cube(tag: string, position: Vector3, body: Record<string, unknown> = {}) {
      spawn(tag, position);
      act('physics.setCollider', { object: tag, shape: 'box' });
      act('physics.setBody', { object: tag, ...body });
    },
    /** Adds ground whose surface is at height 0. */
    floor(tag = 'floor') {
      spawn(tag, createVector3(0, -0.5));
      act('physics.setCollider', { object: tag, shape: 'box', size: createVector3(200, 1, 200) });
    },
    weightless: () => act('physics.setGravity', { gravity: 0 }),
    getPosition: (tag: string) => act('transform.get', { object: tag }).position as Vector3,
    speed: (tag: string) => act('physics.getVelocity', { object: tag }).linear as Vector3,
    ray: (origin: Vector3, direction: Vector3, options: Record<string, unknown> = {}) =>
      act('physics.raycast', { origin, direction, ...options }).hits as Record<string, unknown>[],
    near: (center: Vector3, radius: number, options: Record<string, unknown> = {}) =>
      act('physics.overlapSphere', { center, radius, ...options }).objects,
  };
};

describe('motion', () => {
  it('lets a ball fall along the analytic curve', () => {
    const { ball, advance, getPosition, speed } = createPhysicsScene();
    ball('ball', createVector3(1, 100));
    advance(120);
    expect(Math.abs(getPosition('ball').y - (100 - 9.81 * 2))).toBeLessThan(getFallTolerance(2));
    expect(speed('ball').y).toBeCloseTo(-9.81 * 2, 3);
    expect([getPosition('ball').x, getPosition('ball').z]).toEqual([1, 0]);
  });

  it('lets a ball bounce to its height times the square of the mean bounciness', () => {
    const { ball, floor, act, advance, getPosition } = createPhysicsScene();
    floor();
    ball('ball', createVector3(0, 5.5));
    act('physics.setMaterial', { object: 'ball', bounciness: 0.8 });
    expect(act('physics.setMaterial', { object: 'floor', bounciness: 1 })).toEqual({
      previous: { friction: 0.5, bounciness: 0 },
    });
    const heights: number[] = [];
    for (let tick = 0; tick < 300; tick += 1) {
      advance();
      heights.push(getPosition('ball').y - 0.5);
    }
    const peaks = heights.filter((y, i) => i > 0 && y > (heights[i - 1] ?? y) && y >= (heights[i + 1] ?? y));
    expect(peaks[0]).toBeCloseTo(5 * 0.81, 0);
    expect((peaks[1] ?? 0) / (peaks[0] ?? 1)).toBeCloseTo(0.81, 1);
  });

  it('brings a stack to rest', () => {
    const { cube, floor, advance, getPosition, act } = createPhysicsScene();
    floor();
    for (let height = 0; height < 4; height += 1)
      cube(`cube-${height}`, createVector3(0, 0.5 + height * 1.01));
    advance(400);
    const before = [0, 1, 2, 3].map((height) => getPosition(`cube-${height}`));
    for (const [height, { y }] of before.entries()) expect(Math.abs(y - (0.5 + height))).toBeLessThan(0.02);
    expect(act('physics.sleep', { object: 'cube-3' })).toEqual({ previous: true });
    advance(60);
    expect([0, 1, 2, 3].map((height) => getPosition(`cube-${height}`))).toEqual(before);
  });

  it('changes velocities by impulses, forces and torques', () => {
    const { ball, weightless, act, advance, getPosition, speed, failure } = createPhysicsScene();
    weightless();
    ball('ball', createVector3(0), { mass: 2 });
    expect(act('physics.addImpulse', { object: 'ball', impulse: createVector3(4) })).toEqual({
      velocity: createVector3(2),
    });
    advance(60);
    expect(getPosition('ball').x).toBeCloseTo(2, 5);
    act('physics.setVelocity', { object: 'ball', velocity: 0 });
    for (let tick = 0; tick < 60; tick += 1) {
      act('physics.addForce', { object: 'ball', force: createVector3(0, 10) });
      advance();
    }
    expect(speed('ball').y).toBeCloseTo(5, 3);
    advance(10);
    expect(speed('ball').y).toBeCloseTo(5, 3);
    expect(act('physics.setAngularVelocity', { object: 'ball', velocity: createVector3(0, 90) })).toEqual({
      previous: createVector3(0),
    });
    advance(30);
    expect(act('transform.get', { object: 'ball' }).rotation).toMatchObject({ y: expect.closeTo(45, 2) });
    act('physics.addTorque', { object: 'ball', torque: createVector3(0, 60), mode: 'acceleration' });
    advance();
    expect(act('physics.getVelocity', { object: 'ball' }).angular).toMatchObject({
      y: expect.closeTo(91, 2),
    });
    expect(failure('physics.addImpulse', { object: 'ball', impulse: 2e9 }).details).toMatchObject({
      maximum: 1e9,
    });
  });

  it('pushes objects near an explosion away, on its layer', () => {
    const { ball, weightless, act, speed } = createPhysicsScene();
    weightless();
    ball('near', createVector3(2));
    ball('far', createVector3(9));
    ball('other', createVector3(-2));
    act('scene.objects.setLayer', { object: 'other', layer: 'UI' });
    const explosion = { center: 0, radius: 3, force: 6 };
    expect(act('physics.addExplosionForce', explosion).affected).toEqual(['near', 'other']);
    expect(speed('near').x).toBeCloseTo(3, 4);
    expect(act('physics.addExplosionForce', { ...explosion, layer: 5 }).affected).toEqual(['other']);
  });

  it('locks a body on the locked axes', () => {
    const { ball, act, advance, getPosition } = createPhysicsScene();
    ball('ball', createVector3(0, 3));
    expect(act('physics.setConstraints', { object: 'ball', freezePosition: { y: true } })).toEqual({
      previous: {
        freezePosition: { x: false, y: false, z: false },
        freezeRotation: { x: false, y: false, z: false },
      },
    });
    act('physics.addImpulse', { object: 'ball', impulse: createVector3(1, 1) });
    advance(60);
    expect(getPosition('ball').y).toBe(3);
    expect(getPosition('ball').x).toBeCloseTo(1, 4);
    act('physics.setConstraints', { object: 'ball', freezePosition: {} });
    advance(60);
    expect(getPosition('ball').y).toBeLessThan(-1);
  });

  it('follows the time scale, stops at 0, and can be stepped while time is paused', () => {
    const { ball, floor, act, advance, getPosition } = createPhysicsScene();
    const getFallDistance = (): number => 100 - getPosition('ball').y;
    floor();
    ball('ball', createVector3(0, 100));
    act('time.setScale', { scale: 0 });
    advance(60);
    expect(getFallDistance()).toBe(0);
    act('time.setScale', { scale: 0.5 });
    advance(60);
    expect(Math.abs(getFallDistance() - 9.81 / 8)).toBeLessThan(getFallTolerance(1));
    act('time.setScale', { scale: 2 });
    advance(15);
    expect(Math.abs(getFallDistance() - 9.81 / 2)).toBeLessThan(getFallTolerance(1));
    act('time.setScale', { scale: 1 });
    act('time.pause');
    act('time.step', { ticks: 60 });
    expect(Math.abs(getFallDistance() - 9.81 * 2)).toBeLessThan(getFallTolerance(2));
    act('time.setScale', { scale: 100 });
    act('time.step', { ticks: 5 });
    expect(getPosition('ball').y).toBeCloseTo(0.5, 2);
  });
});

describe('spatial queries', () => {
  it('return what a ray hits, nearest first, on a ball and on a rotated box', () => {
    const { ball, spawn, act, ray, weightless } = createPhysicsScene();
    weightless();
    ball('ball', createVector3(0, 0, -5));
    spawn('box', createVector3(0, 0, -10), { rotation: createVector3(0, 45), scale: 2 });
    act('physics.setCollider', { object: 'box', shape: 'box' });
    const hits = ray(createVector3(0), createVector3(0, 0, -7), { all: true });
    expect(hits).toEqual([
      {
        object: 'ball',
        point: { x: 0, y: 0, z: expect.closeTo(-4.5, 4) },
        normal: { x: 0, y: 0, z: expect.closeTo(1, 4) },
        distance: expect.closeTo(4.5, 4),
      },
      expect.objectContaining({ object: 'box', distance: expect.closeTo(10 - Math.SQRT2, 4) }),
    ]);
    expect(ray(createVector3(0), createVector3(0, 0, -7))).toEqual(hits.slice(0, 1));
    expect(ray(createVector3(0), createVector3(0, 0, -7), { maxDistance: 4.4 })).toEqual([]);
    expect(ray(createVector3(0), createVector3(0, 0, -7), { layer: 'UI' })).toEqual([]);
    act('scene.objects.setLayer', { object: 'box', layer: 'UI' });
    expect(
      ray(createVector3(0), createVector3(0, 0, -7), { layer: 'UI' }).map(({ object }) => object),
    ).toEqual(['box']);
  });

  it('are up to date while time is paused, after a move, a rotation of the parent, and a change of size', () => {
    const { ball, spawn, act, near } = createPhysicsScene();
    act('time.pause');
    ball('ball', createVector3(0, 5));
    spawn('holder', createVector3(0));
    spawn('held', createVector3(3), { parent: 'holder' });
    act('physics.setCollider', { object: 'held', shape: 'sphere', radius: 0.1 });
    expect([near(createVector3(0, 5), 0.1), near(createVector3(3), 0.1)]).toEqual([['ball'], ['held']]);
    act('transform.setPosition', { object: 'ball', position: createVector3(0, 8) });
    act('transform.setRotation', { object: 'holder', rotation: createVector3(0, 0, 90) });
    expect([near(createVector3(0, 5), 0.1), near(createVector3(3), 0.1)]).toEqual([[], []]);
    expect([near(createVector3(0, 8), 0.1), near(createVector3(0, 3), 0.1)]).toEqual([['ball'], ['held']]);
    act('physics.setCollider', { object: 'held', shape: 'sphere', radius: 2 });
    act('transform.setScale', { object: 'holder', scale: 2 });
    expect(near(createVector3(0, 9.5), 0.1)).toEqual(['held']);
    act('scene.objects.destroy', { object: 'holder' });
    expect(near(createVector3(0, 9.5), 0.1)).toEqual([]);
  });

  it.each([
    [
      'the object',
      (act: RunTestAction) => act('scene.objects.setActive', { object: 'held', active: false }),
      (act: RunTestAction) => act('scene.objects.setActive', { object: 'held', active: true }),
    ],
    [
      'its parent',
      (act: RunTestAction) => act('scene.objects.setActive', { object: 'holder', active: false }),
      (act: RunTestAction) => act('scene.objects.setActive', { object: 'holder', active: true }),
    ],
    [
      'the collider',
      (act: RunTestAction) =>
        act('components.setEnabled', { object: 'held', component: 'Collider', enabled: false }),
      (act: RunTestAction) =>
        act('components.setEnabled', { object: 'held', component: 'Collider', enabled: true }),
    ],
    [
      'the size',
      (act: RunTestAction) => act('transform.setScale', { object: 'holder', scale: 0 }),
      (act: RunTestAction) => act('transform.setScale', { object: 'holder', scale: 1 }),
    ],
    [
      'the distance',
      (act: RunTestAction) =>
        act('transform.setPosition', { object: 'holder', position: createVector3(1e9) }),
      (act: RunTestAction) => act('transform.setPosition', { object: 'holder', position: 0 }),
    ],
  ] as const)('ignore an object without %s, until it is back', (_, removeComponent, restoreComponent) => {
    const { spawn, act, near, advance } = createPhysicsScene();
    spawn('holder', createVector3(0));
    spawn('held', createVector3(3), { parent: 'holder' });
    act('physics.setCollider', { object: 'held', shape: 'sphere' });
    expect(near(createVector3(3), 1)).toEqual(['held']);
    removeComponent(act);
    expect(near(createVector3(3), 1)).toEqual([]);
    advance();
    expect(near(createVector3(3), 1)).toEqual([]);
    restoreComponent(act);
    expect(near(createVector3(3), 1)).toEqual(['held']);
  });
});

type RunTestAction = ReturnType<typeof createActionTestRuntime>['act'];

describe('objects and their bodies', () => {
  it('moves a body with its object, and keeps its velocity', () => {
    const { ball, act, advance, getPosition, speed } = createPhysicsScene();
    ball('ball', createVector3(0, 50));
    advance(60);
    act('transform.setPosition', { object: 'ball', position: createVector3(7, 50) });
    advance(60);
    expect(Math.abs(50 - getPosition('ball').y - 9.81 * 1.5)).toBeLessThan(getFallTolerance(2));
    expect(getPosition('ball').x).toBe(7);
    expect(speed('ball').y).toBeCloseTo(-9.81 * 2, 2);
  });

  it('lets tweened objects push what is in their way', () => {
    const { cube, weightless, act, advance, getPosition, speed } = createPhysicsScene();
    weightless();
    cube('pusher', createVector3(0), { type: 'kinematic' });
    cube('pushed', createVector3(1.5));
    act('tween.position', { object: 'pusher', position: createVector3(3), time: 1 });
    advance(60);
    expect(getPosition('pusher')).toEqual(createVector3(3));
    expect(getPosition('pushed').x).toBeGreaterThan(3.99);
    expect(speed('pushed').x).toBeGreaterThan(2.5);
    advance();
    expect(speed('pusher')).toEqual(createVector3(0));
  });

  it('moves a body under a scaled and rotated parent in the world, and its children with it', () => {
    const { ball, spawn, act, advance, getPosition } = createPhysicsScene();
    spawn('parent', createVector3(10, 20, 30), { rotation: createVector3(0, 0, 90), scale: 4 });
    ball('ball', createVector3(0));
    act('scene.objects.setParent', { object: 'ball', parent: 'parent', keepWorld: false });
    act('transform.setPosition', { object: 'ball', position: createVector3(1, 2, 3), space: 'local' });
    spawn('child', createVector3(0, 1), { parent: 'ball' });
    expect(getPosition('ball')).toMatchObject({ x: expect.closeTo(2, 6), y: expect.closeTo(24, 6) });
    advance(60);
    const { x, y, z } = getPosition('ball');
    expect([x, z]).toEqual([expect.closeTo(2, 5), expect.closeTo(42, 5)]);
    expect(Math.abs(24 - y - 9.81 / 2)).toBeLessThan(getFallTolerance(1));
    expect(getPosition('child')).toMatchObject({ x: expect.closeTo(x - 4, 4), y: expect.closeTo(y, 4) });
  });

  it('keeps a body in place while physics moves its parent, and lets colliders follow theirs', () => {
    const { ball, spawn, act, advance, getPosition, near } = createPhysicsScene();
    ball('child', createVector3(0, 3, 5), { useGravity: false });
    ball('parent', createVector3(0));
    act('scene.objects.setParent', { object: 'child', parent: 'parent', keepWorld: true });
    spawn('zone', createVector3(0, 2), { parent: 'parent' });
    act('physics.setCollider', { object: 'zone', shape: 'sphere', radius: 0.2, isTrigger: true });
    advance(60);
    expect(getPosition('parent').y).toBeLessThan(-4.8);
    expect(getPosition('child')).toMatchObject({ y: expect.closeTo(3, 4), z: expect.closeTo(5, 4) });
    expect(near(createVector3(0, getPosition('parent').y + 2), 0.1)).toEqual(['zone']);
  });

  it('makes colliders under a dynamic body triggers only, while those under a kinematic one carry', () => {
    const { ball, cube, spawn, act, advance, getPosition, near, floor } = createPhysicsScene();
    floor();
    ball('ball', createVector3(0, 0.5));
    spawn('sensor', createVector3(0, 0.3), { parent: 'ball' });
    act('physics.setCollider', { object: 'sensor', shape: 'box' });
    spawn('lift', createVector3(9, 1));
    spawn('plate', createVector3(0), { parent: 'lift', scale: 3 });
    act('physics.setBody', { object: 'lift', type: 'kinematic' });
    act('physics.setCollider', { object: 'plate', shape: 'box' });
    cube('load', createVector3(9, 3));
    advance(30);
    expect(getPosition('ball')).toMatchObject({ x: 0, y: expect.closeTo(0.5, 2) });
    expect(near(createVector3(0.45, 1.2), 0.01)).toEqual(['sensor']);
    act('tween.position', { object: 'lift', position: createVector3(9, 5), time: 1 });
    advance(240);
    expect(getPosition('load').y).toBeCloseTo(7, 1);
    act('physics.setBody', { object: 'ball', type: 'static' });
    cube('guest', createVector3(0, 4));
    advance(120);
    expect(getPosition('guest').y).toBeCloseTo(1.8, 1);
  });

  it('removes bodies that are destroyed, deactivated or taken apart in the middle of a step', () => {
    const { cube, floor, act, advance, getPosition, failure } = createPhysicsScene();
    floor();
    for (const tag of ['a', 'b', 'c', 'd']) cube(tag, createVector3(0, 0.5 + 'abcd'.indexOf(tag)));
    advance(30);
    act('scene.objects.destroy', { object: 'a' });
    advance();
    act('scene.objects.setActive', { object: 'b', active: false });
    advance();
    act('components.remove', { object: 'c', component: 'Collider' });
    const { y } = getPosition('b');
    advance(300);
    expect(getPosition('b').y).toBe(y);
    expect(getPosition('c').y).toBeLessThan(-10);
    expect(getPosition('d').y).toBeCloseTo(0.5, 2);
    expect(failure('physics.getVelocity', { object: 'b' }).message).toMatch(/scene\.objects\.setActive/);
    act('scene.objects.setActive', { object: 'b', active: true });
    advance(120);
    expect(act('physics.getVelocity', { object: 'b' }).linear).toMatchObject({ y: expect.closeTo(0, 2) });
    act('scene.clear');
    advance();
    expect(act('physics.overlapSphere', { center: 0, radius: 100 })).toEqual({ objects: [] });
  });

  it('copies bodies and colliders with their objects', () => {
    const { ball, floor, act, advance, getPosition } = createPhysicsScene();
    floor();
    ball('ball', createVector3(0, 3), { mass: 5 });
    const [copy] = act('scene.objects.duplicate', { object: 'ball', position: createVector3(4, 3) })
      .objects as {
      tag: string;
    }[];
    advance(200);
    expect(getPosition(copy?.tag ?? '')).toMatchObject({ x: 4, y: expect.closeTo(0.5, 2) });
    expect(act('physics.setBody', { object: copy?.tag, type: 'none' })).toMatchObject({
      previous: { mass: 5 },
    });
  });

  it('keeps a re-parented body in place, with the scale of its new parent', () => {
    const { ball, spawn, act, weightless, near } = createPhysicsScene();
    weightless();
    ball('ball', createVector3(2));
    spawn('parent', createVector3(0), { scale: 3 });
    act('scene.objects.setParent', { object: 'ball', parent: 'parent', keepWorld: false });
    expect(near(createVector3(7.4), 0.01)).toEqual(['ball']);
    expect(near(createVector3(2), 0.5)).toEqual([]);
  });

  it('reports objects by their current tags', () => {
    const { ball, act, near, failure } = createPhysicsScene();
    ball('ball', createVector3(0), { type: 'static' });
    near(createVector3(0), 1);
    act('scene.objects.setTag', { object: 'ball', tag: 'globe' });
    expect(near(createVector3(0), 1)).toEqual(['globe']);
    expect(failure('physics.addForce', { object: 'globe', force: 1 }).message).toMatch(
      /'globe' is static.*physics\.setBody/,
    );
  });
});

describe('setters', () => {
  it('return the previous values', () => {
    const { spawn, act } = createPhysicsScene();
    spawn('thing', createVector3(0));
    expect(act('physics.setBody', { object: 'thing', mass: 3, drag: 1 })).toEqual({ previous: null });
    expect(act('physics.setBody', { object: 'thing', type: 'kinematic', useGravity: false })).toEqual({
      previous: { type: 'dynamic', mass: 3, drag: 1, angularDrag: 0, useGravity: true },
    });
    expect(act('physics.setBody', { object: 'thing', type: 'none' })).toEqual({
      previous: { type: 'kinematic', mass: 3, drag: 1, angularDrag: 0, useGravity: false },
    });
    const capsule = { shape: 'capsule', radius: 1, height: 4, center: createVector3(0, 2), isTrigger: true };
    expect(act('physics.setCollider', { object: 'thing', ...capsule })).toEqual({ previous: null });
    expect(act('physics.setCollider', { object: 'thing', shape: 'box' })).toEqual({ previous: capsule });
    act('physics.setMaterial', { object: 'thing', friction: 2 });
    expect(act('physics.setCollider', { object: 'thing', shape: 'none' })).toEqual({
      previous: { shape: 'box', size: createVector3(1, 1, 1), center: createVector3(0), isTrigger: false },
    });
    expect(act('physics.setBody', { object: 'thing', type: 'none' })).toEqual({ previous: null });
    expect(act('physics.setGravity', { gravity: createVector3(0, -1.62) })).toEqual({
      previous: createVector3(0, -9.81),
    });
    expect(act('physics.getGravity')).toEqual({ gravity: createVector3(0, -1.62) });
  });

  it.each([
    ['addForce', { force: 1 }, /physics\.setBody/],
    ['addImpulse', { impulse: 1 }, /physics\.setBody/],
    ['addTorque', { torque: 1 }, /physics\.setBody/],
    ['getVelocity', {}, /physics\.setBody/],
    ['setVelocity', { velocity: 1 }, /physics\.setBody/],
    ['setAngularVelocity', { velocity: 1 }, /physics\.setBody/],
    ['setConstraints', {}, /physics\.setBody/],
    ['sleep', {}, /physics\.setBody/],
    ['setMaterial', {}, /physics\.setCollider/],
  ])(
    'reject %s of an object without the component, and name the call that adds it',
    (name, parameters, call) => {
      const { spawn, failure } = createPhysicsScene();
      spawn('thing', createVector3(0));
      const { code, message, details } = failure(`physics.${name}`, { object: 'thing', ...parameters });
      expect([code, details]).toEqual(['ACTION_FAILED', { object: 'thing' }]);
      expect(message).toMatch(call);
    },
  );

  it('reject invalid sizes, and change nothing', () => {
    const { ball, failure, near } = createPhysicsScene();
    ball('ball', createVector3(0), { type: 'static' });
    for (const invalid of [{ size: createVector3(1, 0, 1) }, { size: -1 }, { center: 1e6 }]) {
      const { code } = failure('physics.setCollider', { object: 'ball', shape: 'box', ...invalid });
      expect(code).toBe('ACTION_FAILED');
    }
    expect(failure('physics.raycast', { origin: 0, direction: 0 }).message).toMatch(/has length 0/);
    expect(near(createVector3(0.45, 0.45), 0.01)).toEqual([]);
  });

  it('report why a body does not take part', () => {
    const { ball, act, failure } = createPhysicsScene();
    ball('ball', createVector3(0));
    act('components.setEnabled', { object: 'ball', component: 'RigidBody', enabled: false });
    expect(failure('physics.addForce', { object: 'ball', force: 1 }).message).toMatch(
      /components\.setEnabled/,
    );
    act('components.setEnabled', { object: 'ball', component: 'RigidBody', enabled: true });
    act('transform.setScale', { object: 'ball', scale: 0 });
    expect(failure('physics.addForce', { object: 'ball', force: 1 }).message).toMatch(/transform\.set /);
  });
});

describe('components', () => {
  it('are added, written and disabled like all others, in their declared ranges', () => {
    const { spawn, act, advance, getPosition, failure } = createPhysicsScene();
    spawn('thing', createVector3(0, 10));
    act('components.add', { object: 'thing', component: 'RigidBody', properties: { mass: 4, drag: 0.5 } });
    expect(act('components.list', { object: 'thing' }).components).toMatchObject([
      { name: 'Transform' },
      { name: 'RigidBody', enabled: true },
    ]);
    expect(
      act('components.setProperties', {
        object: 'thing',
        component: 'RigidBody',
        properties: [
          { name: 'mass', value: -1 },
          { name: 'type', value: 'kinematic' },
        ],
      }),
    ).toMatchObject({ succeededCount: 1, failedCount: 1 });
    advance(30);
    expect(getPosition('thing').y).toBe(10);
    act('tween.property', { object: 'thing', component: 'RigidBody', property: 'mass', value: 8, time: 1 });
    act('components.setProperties', {
      object: 'thing',
      component: 'RigidBody',
      properties: [{ name: 'type', value: 'dynamic' }],
    });
    advance(60);
    expect(getPosition('thing').y).toBeLessThan(8);
    act('components.add', { object: 'thing', component: 'Collider' });
    const setSize = (value: unknown) =>
      act('components.setProperties', {
        object: 'thing',
        component: 'Collider',
        properties: [{ name: 'size', value }],
      });
    expect(setSize([1, 2, 3])).toMatchObject({ succeededCount: 1 });
    expect(setSize([1, -2, 3])).toMatchObject({
      results: [{ error: { code: 'INVALID_VALUE', details: { minimum: 1e-4, maximum: 1e6 } } }],
    });
    expect(act('components.refresh', { object: 'thing' })).toEqual({ refreshed: [] });
    expect(
      failure('components.add', { object: 'thing', component: 'Collider', properties: { mass: 1 } }).code,
    ).toBe('ACTION_FAILED');
  });
});

describe('transform.snapToGround', () => {
  it('moves an object down to the first collider, through triggers and its own', () => {
    const { floor, spawn, act, getPosition } = createPhysicsScene();
    floor();
    spawn('zone', createVector3(5, 3));
    act('physics.setCollider', { object: 'zone', shape: 'box', isTrigger: true });
    act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', position: createVector3(5, 7), scale: 2 });
    act('physics.setCollider', { object: 'cube', shape: 'box' });
    expect(act('transform.snapToGround', { object: 'cube' })).toEqual({
      position: { x: 5, y: expect.closeTo(1, 5), z: 0 },
      hit: { object: 'floor', point: createVector3(5, expect.closeTo(0, 5)), normal: createVector3(0, 1) },
    });
    act('transform.setPosition', { object: 'cube', position: createVector3(5, 0.2) });
    act('transform.snapToGround', { object: 'cube' });
    expect(getPosition('cube').y).toBeCloseTo(1, 5);
  });

  it('moves nothing when nothing is near enough, or on that layer', () => {
    const { floor, spawn, act, failure } = createPhysicsScene();
    floor();
    spawn('empty', createVector3(0, 8));
    const unchanged = { position: createVector3(0, 8), hit: null };
    expect(act('transform.snapToGround', { object: 'empty', maxDistance: 7.9 })).toEqual(unchanged);
    expect(act('transform.snapToGround', { object: 'empty', layer: 'UI' })).toEqual(unchanged);
    expect(act('transform.snapToGround', { object: 'empty', maxDistance: 8.1 })).toMatchObject({
      position: { y: expect.closeTo(0, 5) },
    });
    expect(failure('transform.snapToGround', { object: 'empty', layer: 'None' }).code).toBe('ACTION_FAILED');
  });
});

test('an object with only a collider stays in place, and a tick changes nothing of it', () => {
  const { floor, advance, getPosition, act } = createPhysicsScene();
  floor();
  act('transform.setRotation', { object: 'floor', rotation: createVector3(0, 0, 30) });
  const before = act('transform.get', { object: 'floor' });
  advance(60);
  expect([getPosition('floor'), act('transform.get', { object: 'floor' })]).toEqual([
    createVector3(0, -0.5),
    before,
  ]);
});

test('what slides down a slope rotates with it', () => {
  const { cube, spawn, act, advance } = createPhysicsScene();
  spawn('slope', createVector3(0, -0.5), { rotation: createVector3(0, 0, 30) });
  act('physics.setCollider', { object: 'slope', shape: 'box', size: createVector3(200, 1, 200) });
  act('physics.setMaterial', { object: 'slope', friction: 0 });
  cube('cube', createVector3(0, 2));
  act('physics.setMaterial', { object: 'cube', friction: 0 });
  advance(120);
  expect(act('transform.get', { object: 'cube' }).rotation).toMatchObject({ z: expect.closeTo(30, 0) });
  const { x, y } = act('physics.getVelocity', { object: 'cube' }).linear as Vector3;
  expect(y / x).toBeCloseTo(Math.tan(Math.PI / 6), 2);
});
