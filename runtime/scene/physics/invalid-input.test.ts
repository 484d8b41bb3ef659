import { expect, test } from 'vitest';
import { physicsRanges } from '#spec/actions/physics-ranges.ts';
import { ApiError } from '#spec/errors.ts';
import { createPhysics, type Physics } from './physics.ts';
import {
  addDynamic,
  addFloor,
  createPose,
  ball,
  box,
  createWorld,
  fixedStep,
  capsule,
  runSteps,
  noGravity,
} from './testing-physics.ts';
import type { BodyHandle } from './rigid-body.ts';
import type { ColliderRequest } from './body-options.ts';

const invalidNumbers = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, -1e300];
const explosion = { center: noGravity, radius: 1, force: 1, upwards: 0 };
const ray = { origin: noGravity, direction: { x: 1, y: 0, z: 0 }, maxDistance: 1 };

/** Calls to every function that takes a number, each with the number under test. */
const calls: Record<string, (world: Physics, body: BodyHandle, n: number, kinematic: BodyHandle) => unknown> =
  {
    'setPose position': (world, body, n) => world.setPose(body, createPose(0, n, 0)),
    'setPose rotation': (world, body, n) =>
      world.setPose(body, { ...createPose(1, 1, 1), rotation: { x: 0, y: n, z: 0, w: 1 } }),
    moveTo: (world, _, n, kinematic) => world.moveTo(kinematic, createPose(n, 0, 0)),
    'setVelocity linear': (world, body, n) => world.setVelocity(body, { linear: { x: 0, y: n, z: 0 } }),
    'setVelocity angular': (world, body, n) =>
      world.setVelocity(body, { linear: noGravity, angular: { x: 0, y: 0, z: n } }),
    addForce: (world, body, n) => world.addForce(body, { x: n, y: 1, z: 1 }),
    'addForce point': (world, body, n) => world.addForce(body, ray.direction, 'force', { x: n, y: 0, z: 0 }),
    addImpulse: (world, body, n) => world.addImpulse(body, { x: 1, y: 1, z: n }),
    'addImpulse point': (world, body, n) => world.addImpulse(body, ray.direction, { x: n, y: 0, z: 0 }),
    addTorque: (world, body, n) => world.addTorque(body, { x: n, y: 0, z: 0 }, 'acceleration'),
    'explosion center': (world, _, n) =>
      world.addExplosionForce({ ...explosion, center: { x: 0, y: n, z: 0 } }),
    'explosion radius': (world, _, n) => world.addExplosionForce({ ...explosion, radius: n }),
    'explosion force': (world, _, n) => world.addExplosionForce({ ...explosion, force: n }),
    'explosion upwards': (world, _, n) => world.addExplosionForce({ ...explosion, upwards: n }),
    gravity: (world, _, n) => world.setGravity({ x: 0, y: n, z: 0 }),
    mass: (world, body, n) => world.setOptions(body, { mass: n }),
    drag: (world, body, n) => world.setOptions(body, { type: 'static', drag: n }),
    angularDrag: (world, body, n) => world.setOptions(body, { angularDrag: n }),
    scale: (world, body, n) => world.setOptions(body, { mass: 5, scale: { x: 1, y: n, z: 1 } }),
    layer: (world, body, n) => world.setOptions(body, { layer: n }),
    'box size': (world, body, n) =>
      world.setOptions(body, collider({ ...box, size: { x: n, y: 1, z: 1 } } as ColliderRequest)),
    radius: (world, body, n) => world.setOptions(body, collider({ shape: 'sphere', radius: n })),
    height: (world, body, n) =>
      world.setOptions(body, collider({ ...capsule, height: n } as ColliderRequest)),
    center: (world, body, n) => world.setOptions(body, collider({ ...ball, center: { x: n, y: 0, z: 0 } })),
    friction: (world, body, n) => world.setOptions(body, collider({ ...ball, friction: n })),
    bounciness: (world, body, n) => world.setOptions(body, collider({ ...ball, bounciness: n })),
    'create mass': (world, _, n) => world.create({ owner: 'new', mass: n }),
    'create pose': (world, _, n) => world.create({ owner: 'new', pose: createPose(n, 0, 0) }),
    'ray origin': (world, _, n) => world.raycast({ ...ray, origin: { x: n, y: 0, z: 0 } }),
    'ray length': (world, _, n) => world.raycast({ ...ray, maxDistance: n }),
    'overlap center': (world, _, n) => world.overlapSphere({ x: n, y: 0, z: 0 }, 1),
    'overlap radius': (world, _, n) => world.overlapSphere(noGravity, n),
    'overlap box': (world, _, n) => world.overlapBox({ center: noGravity, size: { x: 1, y: n, z: 1 } }),
  };

const collider = (request: ColliderRequest) => ({ colliders: [box, request] });

const catchError = (call: () => unknown): ApiError => {
  try {
    call();
  } catch (failure) {
    if (failure instanceof ApiError) return failure;
    throw failure;
  }
  throw new Error('It was not rejected.');
};

test.each(Object.entries(calls))(
  '%s rejects numbers that are not finite or far out of range, and changes nothing',
  (_, call) => {
    const world = createWorld();
    addFloor(world);
    const body = addDynamic(world, { pose: createPose(0, 1, 0) });
    const kinematic = world.create({ owner: 'driven', type: 'kinematic', pose: createPose(5, 5, 5) });
    runSteps(world, 3);
    const before = world.snapshot();
    for (const number of invalidNumbers) {
      expect(catchError(() => call(world, body, number, kinematic)).code).toBe('ACTION_FAILED');
      expect(world.snapshot()).toEqual(before);
    }
    runSteps(world, 1);
    expect(Number.isFinite(world.getPose(body).position.y)).toBe(true);
  },
);

test('an error names the number and its range', () => {
  const world = createWorld();
  const body = addDynamic(world);
  const fault = catchError(() => world.setVelocity(body, { angular: { x: 0, y: 3000, z: 0 } }));
  expect(fault.reason).toBe("'angular speed' is 3000; physics takes 0 to 2700.");
  expect(fault.details).toEqual({ parameter: 'angular speed', value: '3000', minimum: 0, maximum: 2700 });
});

test('sizes must be more than 0, also after scaling, and directions and orientations must have a length', () => {
  const world = createWorld();
  const body = addDynamic(world);
  const before = world.snapshot();
  for (const size of [0, 1e-5, 1e7]) {
    catchError(() => world.setOptions(body, { colliders: [{ shape: 'sphere', radius: size }] }));
    catchError(() =>
      world.setOptions(body, { scale: { x: size, y: size, z: size }, colliders: [ball], mass: 2 }),
    );
    catchError(() => world.overlapSphere(noGravity, size));
  }
  catchError(() => world.setOptions(body, { colliders: [{ shape: 'sphere', radius: -1 }] }));
  catchError(() => world.setOptions(body, { scale: { x: 1, y: 0, z: 1 }, colliders: [box] }));
  catchError(() => world.raycast({ ...ray, direction: noGravity }));
  catchError(() => world.setPose(body, { position: noGravity, rotation: { x: 0, y: 0, z: 0, w: 0 } }));
  expect(world.snapshot()).toEqual(before);
});

test('orientations and directions of any length are normalized', () => {
  const world = createWorld(noGravity);
  const body = addDynamic(world, { pose: { position: noGravity, rotation: { x: 0, y: 5, z: 0, w: 0 } } });
  expect(world.getPose(body).rotation).toEqual({ x: 0, y: 1, z: 0, w: 0 });
  const [hit] = world.raycast({
    origin: { x: -3, y: 0, z: 0 },
    direction: { x: 1e300, y: 0, z: 0 },
    maxDistance: 9,
  });
  expect(hit?.distance).toBeCloseTo(2.5, 5);
});

test('a handle of a removed or unknown body changes nothing, and the world continues', () => {
  const world = createWorld();
  const remaining = addDynamic(world, { pose: createPose(0, 9, 0) });
  const removed = addDynamic(world);
  runSteps(world, 2);
  world.remove(removed);
  const newer = addDynamic(world);
  expect(newer).not.toBe(removed);
  for (const handle of [removed, 99 as BodyHandle, Number.NaN as BodyHandle]) {
    expect(world.has(handle)).toBe(false);
    for (const call of [
      () => world.remove(handle),
      () => world.getPose(handle),
      () => world.getOptions(handle),
      () => world.setOptions(handle, { mass: 2 }),
      () => world.setPose(handle, createPose(0, 0, 0)),
      () => world.moveTo(handle, createPose(0, 0, 0)),
      () => world.getVelocity(handle),
      () => world.setVelocity(handle, {}),
      () => world.addForce(handle, noGravity),
      () => world.addImpulse(handle, noGravity),
      () => world.addTorque(handle, noGravity),
      () => world.setSleeping(handle, true),
      () => world.isSleeping(handle),
    ]) {
      expect(catchError(call).reason).toMatch(/There is no body/);
    }
  }
  runSteps(world, 2);
  expect(world.getPose(remaining).position.y).toBeLessThan(9);
});

test('removing a body discards its pending force', () => {
  const world = createWorld(noGravity);
  const [pushed, other] = [addDynamic(world), addDynamic(world, { pose: createPose(5, 0, 0) })];
  world.addForce(pushed, ray.direction);
  world.addForce(other, { x: 60, y: 0, z: 0 });
  world.remove(pushed);
  runSteps(world, 2);
  expect(world.getVelocity(other).linear.x).toBeCloseTo(1, 5);
});

test('a call for another body type is rejected with the action that changes the type', () => {
  const world = createWorld();
  const floor = addFloor(world);
  const kinematic = world.create({ owner: 'driven', type: 'kinematic' });
  const before = world.snapshot();
  for (const body of [floor, kinematic]) {
    for (const call of [
      () => world.addForce(body, ray.direction),
      () => world.addImpulse(body, ray.direction),
      () => world.addTorque(body, ray.direction),
      () => world.setVelocity(body, { linear: ray.direction }),
      () => world.setSleeping(body, true),
    ]) {
      expect(catchError(call).reason).toMatch(/needs a dynamic one\. Use physics\.setBody to change it/);
    }
  }
  expect(catchError(() => world.moveTo(floor, createPose(0, 0, 0))).details).toMatchObject({
    object: 'floor',
    expected: 'kinematic',
  });
  expect(world.snapshot()).toEqual(before);
});

test('a world limits bodies and colliders until some are removed', () => {
  const world = createPhysics({ fixedStep, maxBodies: 3, maxColliders: 4 });
  const pair = { owner: 'pair', colliders: [box, ball] };
  const first = world.create(pair);
  world.create(pair);
  expect(catchError(() => world.create(pair)).details).toEqual({ limit: 4 });
  expect(catchError(() => world.setOptions(first, { colliders: [box, box, box] })).details).toEqual({
    limit: 4,
  });
  world.create({ owner: 'bare' });
  expect(catchError(() => world.create({ owner: 'bare' })).details).toEqual({ limit: 3 });
  expect(world.size).toBe(3);
  world.setOptions(first, { colliders: [] });
  world.setOptions(first, { colliders: [box] });
  world.remove(first);
  world.create(pair);
  expect(catchError(() => world.create({ owner: 'bare' })).details).toEqual({ limit: 3 });
});

test('speeds are limited to 400 m/s and 45 degrees per step', () => {
  const world = createWorld(noGravity);
  const body = addDynamic(world, { mass: 0.001 });
  world.addImpulse(body, { x: 3e8, y: -4e8, z: 0 }, { x: 0, y: 0, z: 1e6 });
  const { linear, angular } = world.getVelocity(body);
  expect(linear.x).toBeCloseTo(240, 3);
  expect(linear.y).toBeCloseTo(-320, 3);
  expect(Math.hypot(angular.x, angular.y, angular.z)).toBeCloseTo(2700, 2);
  runSteps(world, 1);
  expect(world.getPose(body).position.x).toBeCloseTo(4, 4);
  for (let call = 0; call < 100; call += 1) world.addForce(body, { x: 0, y: 0, z: 1e9 });
  runSteps(world, 1);
  expect(world.getVelocity(body).linear.z).toBeCloseTo(400, 3);
});

test('a body that reaches the end of the world is reported and rests there', () => {
  const world = createWorld(noGravity);
  const { max } = physicsRanges.coordinate;
  const body = addDynamic(world, { pose: createPose(max - 1, 0, 0) });
  world.setVelocity(body, { linear: { x: 300, y: 0, z: 0 } });
  expect(world.step()).toMatchObject({ escaped: [body], moved: [{ body, pose: createPose(max, 0, 0) }] });
  expect([world.getPose(body), world.isSleeping(body)]).toEqual([createPose(max, 0, 0), true]);
  expect(world.step()).toEqual({ escaped: [], moved: [], contacts: [] });
  world.setPose(body, createPose(0, 0, 0));
  expect(world.getVelocity(body).linear).toEqual(noGravity);
});
