/**
 * A simulation with many contacts, whose result depends on every bit. When run as a program, it prints how much memory
 * is used when bodies are added and removed.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { getRapier } from './rapier-world.ts';
import { addDynamic, addFloor, createPose, ball, box, createWorld, capsule } from './testing-physics.ts';
import type { BodyHandle } from './rigid-body.ts';
import type { Physics } from './physics.ts';

interface Memory {
  readonly engine: number;
  readonly objects: number;
}

export const createBoxPile = (): { readonly world: Physics; readonly bodies: readonly BodyHandle[] } => {
  const world = createWorld();
  addFloor(world, { bounciness: 0.4 });
  world.create({ owner: 'zone', pose: createPose(0, 2, 0), colliders: [{ ...box, isTrigger: true }] });
  const forms = [box, ball, capsule];
  const bodies = Array.from({ length: 30 }, (_, i) =>
    addDynamic(world, {
      owner: `thing-${i}`,
      pose: createPose((i % 3) - 1 + i * 0.01, 1 + i * 0.7, (i % 5) * 0.1),
      colliders: [forms[i % 3] ?? box],
      mass: 1 + (i % 4),
    }),
  );
  return { world, bodies };
};

/** Runs the simulation, and returns a hash of all poses, contacts and hits. */
export const hashBoxPileRun = (): string => {
  const { world, bodies } = createBoxPile();
  const hash = createHash('sha256');
  for (let step = 0; step < 120; step += 1) {
    const body = bodies[(step * 7) % bodies.length];
    if (step % 10 === 0 && body !== undefined) world.addImpulse(body, { x: 1, y: 6, z: -1 });
    if (step === 60)
      world.addExplosionForce({ center: { x: 0, y: 0, z: 0 }, radius: 5, force: 9, upwards: 1 });
    hash.update(JSON.stringify(world.step()));
  }
  hash.update(JSON.stringify([world.state(), world.snapshot()]));
  world.dispose();
  return hash.digest('hex');
};

/**
 * Measures the memory of the engine and of JavaScript objects after each batch of added and removed bodies. 100 bodies
 * exist at the same time.
 */
const measureChurnMemory = (bodies: number, interval: number): Memory[] => {
  const world = createWorld();
  addFloor(world);
  const live: BodyHandle[] = [];
  const memory: Memory[] = [];
  for (let body = 1; body <= bodies; body += 1) {
    live.push(
      addDynamic(world, {
        pose: createPose((body % 10) * 1.2, 0.6, (Math.floor(body / 10) % 10) * 1.2),
        colliders: [box],
      }),
    );
    const oldest = live.length > 100 ? live.shift() : undefined;
    if (oldest !== undefined) world.remove(oldest);
    if (body % 200 === 0) world.step();
    if (body % interval !== 0) continue;
    global.gc?.();
    memory.push({ engine: getRapier().memory.buffer.byteLength, objects: process.memoryUsage().heapUsed });
  }
  return memory;
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(JSON.stringify(measureChurnMemory(8_000, 4_000)));
