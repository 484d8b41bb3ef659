import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { addDynamic, addFloor, createPose, box, createWorld, capsule, runSteps } from './testing-physics.ts';
import type { BodyHandle } from './rigid-body.ts';
import type { Physics } from './physics.ts';
import type { BodyRequest, ColliderRequest } from './body-options.ts';

/** Numbers that are mostly plausible, but sometimes limits of a range or invalid. */
const number = fc.oneof(
  { weight: 12, arbitrary: fc.double({ min: -20, max: 20, noNaN: true }) },
  { weight: 2, arbitrary: fc.constantFrom(0, -0, 1, 1e-4, 1e-3, 400, 1e4, 1e5, 1e6, -1e6, 1e9, -1e9) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1e300, 1e-320) },
);
const positive = number.map(Math.abs);
const vector = fc.record({ x: number, y: number, z: number });
const axes = fc.record({ x: fc.boolean(), y: fc.boolean(), z: fc.boolean() });
const rotation = fc.record({ x: number, y: number, z: number, w: number });
const pose = fc.record({ position: vector, rotation });

const surface = fc.record(
  {
    center: vector,
    isTrigger: fc.boolean(),
    friction: positive,
    bounciness: fc.double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: [] },
);
const colliderShape = fc.oneof(
  fc.record({
    shape: fc.constant('box' as const),
    size: fc.record({ x: positive, y: positive, z: positive }),
  }),
  fc.record({ shape: fc.constant('sphere' as const), radius: positive }),
  fc.record({ shape: fc.constant('capsule' as const), radius: positive, height: positive }),
);
const collider: fc.Arbitrary<ColliderRequest> = fc
  .tuple(colliderShape, surface)
  .map(([one, other]) => ({ ...one, ...other }));
const request: fc.Arbitrary<BodyRequest> = fc.record(
  {
    type: fc.constantFrom('dynamic' as const, 'dynamic' as const, 'kinematic' as const, 'static' as const),
    scale: vector,
    mass: positive,
    drag: positive,
    angularDrag: positive,
    useGravity: fc.boolean(),
    freezePosition: axes,
    freezeRotation: axes,
    layer: fc.nat(31),
    colliders: fc.array(collider, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

/** A command on bodies. `pick` selects one of all bodies that have been created. */
type Command = (world: Physics, pick: (index: number) => BodyHandle, bodies: BodyHandle[]) => void;

const bodyIndex = fc.nat(20);
const mode = fc.constantFrom('force' as const, 'acceleration' as const);

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(request, pose).map(
      ([options, at]): Command =>
        (world, _, bodies) => {
          bodies.push(world.create({ owner: 'thing', type: 'dynamic', ...options, pose: at }));
        },
    ),
  },
  {
    weight: 5,
    arbitrary: fc.nat(5).map(
      (count): Command =>
        (world) =>
          runSteps(world, count),
    ),
  },
  fc.tuple(bodyIndex, request).map(
    ([n, options]): Command =>
      (world, pick) =>
        world.setOptions(pick(n), options),
  ),
  bodyIndex.map(
    (n): Command =>
      (world, pick) =>
        world.remove(pick(n)),
  ),
  fc.tuple(bodyIndex, pose).map(
    ([n, at]): Command =>
      (world, pick) =>
        world.setPose(pick(n), at),
  ),
  fc.tuple(bodyIndex, pose).map(
    ([n, at]): Command =>
      (world, pick) =>
        world.moveTo(pick(n), at),
  ),
  fc.tuple(bodyIndex, vector, mode, vector).map(
    ([n, push, forceMode, point]): Command =>
      (world, pick) =>
        world.addForce(pick(n), push, forceMode, point),
  ),
  fc.tuple(bodyIndex, vector, mode).map(
    ([n, push, forceMode]): Command =>
      (world, pick) =>
        world.addTorque(pick(n), push, forceMode),
  ),
  fc.tuple(bodyIndex, vector, vector).map(
    ([n, push, point]): Command =>
      (world, pick) =>
        world.addImpulse(pick(n), push, point),
  ),
  fc.tuple(bodyIndex, vector, vector).map(
    ([n, linear, angular]): Command =>
      (world, pick) =>
        world.setVelocity(pick(n), { linear, angular }),
  ),
  fc.tuple(bodyIndex, fc.boolean()).map(
    ([n, sleeping]): Command =>
      (world, pick) =>
        world.setSleeping(pick(n), sleeping),
  ),
  vector.map(
    (gravity): Command =>
      (world) =>
        world.setGravity(gravity),
  ),
  fc.tuple(vector, positive, number, number).map(
    ([center, radius, force, upwards]): Command =>
      (world) => {
        world.addExplosionForce({ center, radius, force, upwards });
      },
  ),
  fc.tuple(vector, vector, positive, fc.boolean()).map(
    ([origin, direction, maxDistance, all]): Command =>
      (world) => {
        for (const hit of world.raycast({ origin, direction, maxDistance, all })) {
          expect(hit.distance).toBeGreaterThanOrEqual(0);
          expect(Math.hypot(hit.normal.x, hit.normal.y, hit.normal.z)).toBeCloseTo(1, 3);
        }
      },
  ),
  fc.tuple(vector, positive).map(
    ([center, radius]): Command =>
      (world) => {
        world.overlapSphere(center, radius);
      },
  ),
  fc.tuple(vector, vector, rotation).map(
    ([center, size, orientation]): Command =>
      (world) => {
        world.overlapBox({ center, size, rotation: orientation });
      },
  ),
  fc.constant<Command>((world) => {
    world.restore(JSON.parse(JSON.stringify(world.snapshot())));
  }),
);

const collectNumbers = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectNumbers) : [];
};

test('no sequence of commands breaks a world: each succeeds or is rejected as a whole, and every number stays finite', () => {
  let [done, refused] = [0, 0];
  fc.assert(
    fc.property(fc.array(command, { minLength: 10, maxLength: 60 }), (commands) => {
      const world = createWorld();
      addFloor(world);
      const bodies = [1, 2, 3, 4].map((y) =>
        addDynamic(world, { pose: createPose(0, y * 0.9, 0), colliders: [y % 2 ? box : capsule] }),
      );
      const pick = (n: number): BodyHandle => bodies[n % Math.max(bodies.length, 1)] ?? (0 as BodyHandle);
      for (const run of commands) {
        const before = JSON.stringify(world.state());
        try {
          run(world, pick, bodies);
          done += 1;
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure;
          refused += 1;
          expect(JSON.stringify(world.state())).toBe(before);
        }
      }
      runSteps(world, 3);
      expect(collectNumbers(world.state()).every(Number.isFinite)).toBe(true);
      expect(world.size).toBe(1 + bodies.filter((body) => world.has(body)).length);
      const last = world.create({
        owner: 'last',
        pose: { position: { x: 0, y: 5e5, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } },
        colliders: [{ shape: 'sphere', radius: 1 }],
      });
      expect(world.overlapSphere({ x: 0, y: 5e5, z: 0 }, 1)).toContain(last);
      world.dispose();
    }),
    { numRuns: Number(process.env.PHYSICS_RUNS ?? 60) },
  );
  expect(Math.min(done, refused)).toBeGreaterThan(100);
});
