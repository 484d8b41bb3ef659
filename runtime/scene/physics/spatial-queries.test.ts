import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDynamic,
  addFloor,
  createPose,
  ball,
  box,
  createWorld,
  capsule,
  runSteps,
} from './testing-physics.ts';
import { getLength, subtractVectors, scaleVector } from './vector-math.ts';
import type { Vector3 } from '#spec/values.ts';
import type { ColliderRequest } from './body-options.ts';

const down: Vector3 = { x: 0, y: -1, z: 0 };
const maxDistance = 1000;

const createWorldWith = (collider: ColliderRequest, pose = createPose(0, 0, 0)) => {
  const world = createWorld();
  const body = world.create({ owner: 'target', pose, colliders: [collider] });
  return { world, body };
};

test.each([
  ['a sphere from above', ball, { x: 0, y: 10, z: 0 }, down, 9.5, { x: 0, y: 1, z: 0 }],
  ['a sphere beside its top', ball, { x: 0.3, y: 10, z: 0 }, down, 9.6, { x: 0.6, y: 0.8, z: 0 }],
  ['a box on its face', box, { x: 0.4, y: 10, z: -0.4 }, down, 9.5, { x: 0, y: 1, z: 0 }],
  ['a box from its side', box, { x: -4, y: 0.2, z: 0 }, { x: 5, y: 0, z: 0 }, 3.5, { x: -1, y: 0, z: 0 }],
  ['a capsule on its cap', capsule, { x: 0, y: 10, z: 0 }, down, 8.5, { x: 0, y: 1, z: 0 }],
  [
    'a capsule on its cylinder',
    capsule,
    { x: 0, y: 0.9, z: 7 },
    { x: 0, y: 0, z: -2 },
    6.5,
    { x: 0, y: 0, z: 1 },
  ],
  [
    'a capsule no taller than its caps',
    { ...capsule, height: 0.5 },
    { x: 0, y: 10, z: 0 },
    down,
    9.5,
    { x: 0, y: 1, z: 0 },
  ],
] as const)(
  'a ray hits %s at its distance, with its normal',
  (_, collider, origin, direction, distance, normal) => {
    const { world, body } = createWorldWith(collider);
    const [hit, ...otherHits] = world.raycast({ origin, direction, maxDistance });
    expect(otherHits).toEqual([]);
    expect([hit?.body, hit?.owner]).toEqual([body, 'target']);
    expect(hit?.distance).toBeCloseTo(distance, 5);
    expect(getLength(subtractVectors(hit?.normal ?? down, normal))).toBeLessThan(1e-5);
    const unit = scaleVector(direction, 1 / getLength(direction));
    expect(
      getLength(
        subtractVectors(hit?.point ?? down, {
          x: origin.x + unit.x * distance,
          y: origin.y + unit.y * distance,
          z: origin.z + unit.z * distance,
        }),
      ),
    ).toBeLessThan(1e-5);
  },
);

test('a ray hits or misses a sphere as computed analytically', () => {
  const coordinate = fc.double({ min: -20, max: 20, noNaN: true });
  const vector = fc.record({ x: coordinate, y: coordinate, z: coordinate });
  const { world, body } = createWorldWith(ball);
  fc.assert(
    fc.property(
      vector,
      vector,
      vector,
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      (middle, origin, aim, radius) => {
        fc.pre(getLength(aim) > 0.01);
        world.setPose(body, { ...world.getPose(body), position: middle });
        world.setOptions(body, { colliders: [{ shape: 'sphere', radius }] });
        const direction = scaleVector(aim, 1 / getLength(aim));
        const to = subtractVectors(middle, origin);
        const along = to.x * direction.x + to.y * direction.y + to.z * direction.z;
        const lateral = getLength(subtractVectors(to, scaleVector(direction, along)));
        fc.pre(Math.abs(lateral - radius) > 0.01 && Math.abs(getLength(to) - radius) > 0.01);
        const [hit] = world.raycast({ origin, direction: aim, maxDistance });
        const isInside = getLength(to) < radius;
        if (isInside) expect(hit?.distance).toBe(0);
        else if (lateral > radius || along < 0) expect(hit).toBeUndefined();
        else expect(hit?.distance).toBeCloseTo(along - Math.sqrt(radius ** 2 - lateral ** 2), 2);
      },
    ),
  );
});

test('a ray hits the edge of a rotated box', () => {
  const half = Math.PI / 8;
  const { world } = createWorldWith(box, {
    position: { x: 0, y: 0, z: 0 },
    rotation: { x: 0, y: Math.sin(half), z: 0, w: Math.cos(half) },
  });
  const [hit] = world.raycast({
    origin: { x: -5, y: 0, z: 0 },
    direction: { x: 1, y: 0, z: 0 },
    maxDistance,
  });
  expect(hit?.distance).toBeCloseTo(5 - Math.SQRT1_2, 5);
});

test('a ray that starts inside hits the body at distance 0, with a normal against its direction', () => {
  const { world } = createWorldWith(box);
  const [hit] = world.raycast({ origin: { x: 0.2, y: 0, z: 0 }, direction: down, maxDistance });
  expect(hit).toMatchObject({ distance: 0, point: { x: 0.2, y: 0, z: 0 }, normal: { x: 0, y: 1, z: 0 } });
});

test('a ray respects its maximum distance, and returns the nearest hit or all, by distance and then by age', () => {
  const world = createWorld();
  const create = (y: number, layer = 0) =>
    world.create({
      owner: `at ${y}`,
      layer,
      pose: createPose(0, y, 0),
      colliders: [ball, { ...ball, center: down }],
    });
  const [low, high, middle, duplicate] = [create(0), create(8), create(4, 5), create(4)];
  const ray = { origin: { x: 0, y: 20, z: 0 }, direction: down, maxDistance: 30 };
  const bodies = (request: object) => world.raycast({ ...ray, ...request }).map(({ body }) => body);
  expect(bodies({})).toEqual([high]);
  expect(bodies({ all: true })).toEqual([high, middle, duplicate, low]);
  expect(bodies({ all: true, maxDistance: 12 })).toEqual([high]);
  expect(bodies({ all: true, layer: 5 })).toEqual([middle]);
  expect(bodies({ layer: 6 })).toEqual([]);
  world.setOptions(low, { layer: 6 });
  expect(bodies({ layer: 6 })).toEqual([low]);
});

test('a ray hits the nearest collider of a body, in any order', () => {
  const pads = [2, 0, 4].map((y) => ({ ...ball, center: { x: 0, y, z: 0 } }));
  for (const colliders of [pads, [...pads].reverse(), [...pads].sort((a, b) => a.center.y - b.center.y)]) {
    const world = createWorld();
    world.create({ owner: 'target', colliders });
    const [hit] = world.raycast({ origin: { x: 0, y: 10, z: 0 }, direction: down, maxDistance });
    expect(hit?.distance).toBeCloseTo(5.5, 5);
  }
});

test('finds a collider far from the centre of its body', () => {
  const { world, body } = createWorldWith({ ...ball, center: { x: 40, y: 0, z: 0 } });
  const [hit] = world.raycast({ origin: { x: 40, y: 10, z: 0 }, direction: down, maxDistance });
  expect(hit).toMatchObject({ body, distance: 9.5 });
  expect(world.overlapSphere({ x: 40, y: 0, z: 0 }, 0.1)).toEqual([body]);
});

test('a ray is as exact far away from the origin of the world', () => {
  const { world } = createWorldWith(ball, createPose(500_000, 0, 500_000));
  const [hit] = world.raycast({ origin: { x: 500_000.25, y: 10, z: 500_000 }, direction: down, maxDistance });
  expect(hit?.distance).toBeCloseTo(10 - Math.sqrt(0.5 ** 2 - 0.25 ** 2), 5);
});

test('a sphere query returns bodies in its radius with triggers, the oldest first', () => {
  const world = createWorld();
  const near = world.create({ owner: 'near', pose: createPose(1.4, 0, 0), colliders: [box] });
  const adjacent = world.create({ owner: 'beside', pose: createPose(-1.6, 0, 0), colliders: [box] });
  const zone = world.create({ owner: 'zone', layer: 2, colliders: [{ ...capsule, isTrigger: true }] });
  const withoutCollider = world.create({ owner: 'bare' });
  const center = { x: 0, y: 0, z: 0 };
  expect(world.overlapSphere(center, 1)).toEqual([near, zone]);
  expect(world.overlapSphere(center, 1.2)).toEqual([near, adjacent, zone]);
  expect(world.overlapSphere(center, 1, 2)).toEqual([zone]);
  expect(world.overlapSphere({ x: 0, y: 2.1, z: 0 }, 0.5)).toEqual([]);
  expect(world.overlapSphere({ x: 0, y: 2.1, z: 0 }, 0.7)).toEqual([zone]);
  expect(world.has(withoutCollider)).toBe(true);
});

test('a box query respects its rotation', () => {
  const { world, body } = createWorldWith(ball, createPose(2, 0, 0));
  const size = { x: 4.2, y: 0.5, z: 0.5 };
  const half = Math.PI / 4;
  const rotation = { x: 0, y: Math.sin(half), z: 0, w: Math.cos(half) };
  const center = { x: 0, y: 0, z: 0 };
  expect(world.overlapBox({ center, size })).toEqual([body]);
  expect(world.overlapBox({ center, size, rotation })).toEqual([]);
  expect(world.overlapBox({ center, size: { ...size, x: 2.8 } })).toEqual([]);
  expect(world.overlapBox({ center, size, layer: 1 })).toEqual([]);
});

test('queries reflect added, moved, changed and removed bodies at once', () => {
  const world = createWorld();
  const floor = addFloor(world);
  const ray = { origin: { x: 0, y: 10, z: 0 }, direction: down, maxDistance };
  const distance = (): number | undefined => world.raycast(ray)[0]?.distance;
  const tryAll = (): void => {
    expect(distance()).toBeCloseTo(10, 4);
    const body = addDynamic(world, { pose: createPose(0, 5, 0) });
    expect(distance()).toBeCloseTo(4.5, 4);
    world.setPose(body, createPose(0, 3, 0));
    expect(distance()).toBeCloseTo(6.5, 4);
    expect(world.overlapSphere({ x: 0, y: 3, z: 0 }, 0.1)).toEqual([body]);
    world.setOptions(body, { scale: { x: 4, y: 4, z: 4 } });
    expect(distance()).toBeCloseTo(5, 4);
    world.setOptions(body, { colliders: [] });
    expect(distance()).toBeCloseTo(10, 4);
    world.remove(body);
    world.setPose(floor, createPose(0, -2.5, 0));
    expect(distance()).toBeCloseTo(12, 4);
    world.setPose(floor, createPose(0, -0.5, 0));
  };
  tryAll();
  runSteps(world, 3);
  tryAll();
  const falling = addDynamic(world, { pose: createPose(0, 5, 0) });
  runSteps(world, 20, () => expect(distance()).toBeCloseTo(9.5 - world.getPose(falling).position.y, 4));
});

test('queries in an empty world do not load the engine', () => {
  const world = createWorld();
  expect(world.raycast({ origin: down, direction: down, maxDistance })).toEqual([]);
  expect(world.overlapSphere(down, 1)).toEqual([]);
  expect(world.step()).toEqual({ moved: [], escaped: [], contacts: [] });
  expect(world.listTouching()).toEqual([]);
  expect([world.size, world.getGravity()]).toEqual([0, { x: 0, y: -9.81, z: 0 }]);
});
