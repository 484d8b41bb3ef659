import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { createPhysics, type Physics } from './physics.ts';
import { createBoxPile, hashBoxPileRun } from './testing-box-pile.ts';
import {
  addDynamic,
  addFloor,
  createPose,
  ball,
  box,
  createWorld,
  fixedStep,
  runSteps,
  noGravity,
} from './testing-physics.ts';
import type { PhysicsSnapshot } from './physics-snapshot.ts';

/** Converts a snapshot to JSON and back, as a journal does. */
const toJournalText = (world: Physics): PhysicsSnapshot => JSON.parse(JSON.stringify(world.snapshot()));

/** Runs the box pile program in a process, and returns the program's output. */
const runPileProgram = async (): Promise<unknown> => {
  const args = [
    '--expose-gc',
    '--import',
    'tsx',
    fileURLToPath(new URL('./testing-box-pile.ts', import.meta.url)),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
};

const toBits = (world: Physics): string =>
  JSON.stringify([world.state(), world.snapshot(), world.listTouching()]);

test('a snapshot continues bit-identically, in another world and in its own, with all pending effects', () => {
  const { world, bodies } = createBoxPile();
  runSteps(world, 60);
  const [removed, pushed, scaled] = bodies;
  if (removed === undefined || pushed === undefined || scaled === undefined)
    throw new Error('The pile is too small.');
  world.addForce(pushed, { x: 200, y: 0, z: 0 });
  world.setOptions(scaled, { scale: { x: 2, y: 1, z: 1 } });
  world.remove(removed);
  const snapshot = toJournalText(world);
  const restored = createPhysics({ fixedStep, gravity: noGravity });
  restored.restore(snapshot);
  expect(toBits(restored)).toBe(toBits(world));
  const onwards = (physics: Physics): string[] =>
    Array.from({ length: 60 }, () =>
      JSON.stringify([
        physics.step(),
        physics.raycast({
          origin: { x: 0, y: 9, z: 0 },
          direction: { x: 0, y: -1, z: 0 },
          maxDistance: 99,
          all: true,
        }),
      ]),
    );
  const outcome = onwards(world);
  expect(outcome.join('').match(/"phase":"end"/)).not.toBeNull();
  expect(onwards(restored)).toEqual(outcome);
  expect(toBits(restored)).toBe(toBits(world));
  world.restore(snapshot);
  expect(onwards(world)).toEqual(outcome);
});

test('a restore preserves handles: those of removed bodies stay invalid, and new ones are unique', () => {
  const world = createWorld();
  const remaining = addDynamic(world);
  const removed = addDynamic(world);
  world.remove(removed);
  const snapshot = toJournalText(world);
  const later = addDynamic(world);
  world.restore(snapshot);
  expect([world.has(remaining), world.has(removed), world.has(later), world.size]).toEqual([
    true,
    false,
    false,
    1,
  ]);
  expect(addDynamic(world)).toBe(later);
  expect(world.getOwner(remaining)).toBe('thing');
});

test('limits include restored bodies', () => {
  const world = createPhysics({ fixedStep, maxBodies: 2, maxColliders: 2 });
  const full = createWorld();
  addDynamic(full);
  addDynamic(full);
  world.restore(toJournalText(full));
  expect(() => world.create({ owner: 'third' })).toThrow(ApiError);
  world.restore(toJournalText(createWorld()));
  world.create({ owner: 'first', colliders: [ball, box] });
  expect(() => world.create({ owner: 'second', colliders: [ball] })).toThrow(ApiError);
});

test('a world without bodies is restored as one', () => {
  const empty = createWorld();
  empty.setGravity({ x: 1, y: 2, z: 3 });
  const world = createWorld();
  addDynamic(world);
  world.restore(toJournalText(empty));
  expect([world.size, world.getGravity()]).toEqual([0, { x: 1, y: 2, z: 3 }]);
  expect(world.snapshot()).toEqual(empty.snapshot());
});

test('a snapshot preserves the sign of zero', () => {
  const minus = { x: -0, y: -0, z: -0 };
  const world = createWorld(minus);
  world.create({ owner: 'body', mass: 1, drag: -0, colliders: [{ ...ball, center: minus }] });
  expect(toJournalText(world)).toEqual(world.snapshot());
  world.setGravity(minus);
  expect(toJournalText(world)).toEqual(world.snapshot());
});

test('a step has the configured length, also after a restore', () => {
  const world = createPhysics({ fixedStep: 1 / 20 });
  const body = addDynamic(world, { pose: createPose(0, 50, 0) });
  runSteps(world, 20);
  expect(Math.abs(world.getPose(body).position.y - (50 - 9.81 / 2))).toBeLessThan((9.81 / 20 / 8) * 1.01);
  const restored = createPhysics({ fixedStep: 1 / 20 });
  restored.restore(toJournalText(world));
  runSteps(world, 20);
  runSteps(restored, 20);
  expect(restored.getPose(body)).toEqual(world.getPose(body));
});

test('a damaged snapshot, or one with other steps, is rejected and nothing changes', () => {
  const world = createWorld();
  addFloor(world);
  addDynamic(world, { pose: createPose(0, 2, 0) });
  runSteps(world, 10);
  const before = toBits(world);
  const valid = toJournalText(world);
  if (!valid.run) throw new Error('The snapshot contains no world.');
  const run = valid.run;
  const damaged: PhysicsSnapshot[] = [
    { ...valid, fixedStep: 1 / 30 },
    { ...valid, run: { ...run, world: '' } },
    { ...valid, run: { ...run, world: run.world.slice(0, run.world.length / 2) } },
    { ...valid, run: { ...run, bodies: run.bodies.map((body) => ({ ...body, rigid: 7e-320 })) } },
    { ...valid, run: { ...run, bodies: run.bodies.map((body) => ({ ...body, colliders: [7e-320] })) } },
    { ...valid, run: { ...run, bodies: run.bodies.map((body) => ({ ...body, colliders: [] })) } },
    { ...valid, run: { ...run, bodies: run.bodies.slice(1) } },
  ];
  for (const snapshot of damaged) {
    expect(() => world.restore(snapshot)).toThrow(ApiError);
    expect(toBits(world)).toBe(before);
  }
  runSteps(world, 1);
});

test('the same run twice in one process is bit-identical, whatever else the engine has done', () => {
  const trace = hashBoxPileRun();
  const other = createWorld();
  for (let body = 0; body < 50; body += 1) addDynamic(other, { pose: createPose(body, 1, 0) });
  runSteps(other, 10);
  expect(hashBoxPileRun()).toBe(trace);
  other.dispose();
  expect(hashBoxPileRun()).toBe(trace);
});

test('8,000 added and removed bodies leak no memory', async () => {
  const [halfway, atEnd] = (await runPileProgram()) as Record<'engine' | 'objects', number>[];
  expect(halfway?.engine).toBeGreaterThan(1e6);
  expect(atEnd?.engine).toBe(halfway?.engine);
  expect(atEnd?.objects).toBeLessThan((halfway?.objects ?? 0) + 1e6);
});

test('queries do not change the simulation', () => {
  const [queried, unqueried] = [createBoxPile(), createBoxPile()];
  for (let step = 0; step < 100; step += 1) {
    queried.world.raycast({
      origin: { x: 0, y: 9, z: 0 },
      direction: { x: 0, y: -1, z: 0 },
      maxDistance: 99,
    });
    queried.world.overlapSphere({ x: 0, y: 1, z: 0 }, 2);
    queried.world.listTouching();
    queried.world.state();
    if (step % 20 === 0) queried.world.snapshot();
    queried.world.step();
    unqueried.world.step();
  }
  expect(toBits(queried.world)).toBe(toBits(unqueried.world));
});

test('a disposed world is empty and can be filled again', () => {
  const { world } = createBoxPile();
  runSteps(world, 5);
  world.dispose();
  world.dispose();
  expect([world.size, world.step().moved]).toEqual([0, []]);
  const body = addDynamic(world, { pose: createPose(0, 5, 0) });
  runSteps(world, 10);
  expect(world.getPose(body).position.y).toBeLessThan(5);
});
