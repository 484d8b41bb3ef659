import { getRapier } from '#runtime/scene/physics/rapier-world.ts';
import { percentile } from '../harness/statistics.ts';
import type { RigidBody, World } from '@dimforge/rapier3d-simd-compat';
import type { SceneTickOptions, SceneTickResult } from '../micro/scene-tick-bench.ts';

const pushGroups = 3;
const ticksPerPush = 10;

/**
 * Creates a baseline with the same stacks and pushes in the bare physics engine. The baseline reads each pose after
 * each step, but has no scene.
 */
export const createPhysicsBaseline = () => {
  let world: World | undefined;
  let bodies: RigidBody[] = [];
  let pushCount = 0;

  const step = (currentWorld: World): number => {
    const start = performance.now();
    currentWorld.step();
    for (const body of bodies) {
      body.translation();
      body.rotation();
    }
    return performance.now() - start;
  };

  const pushBodies = (): void => {
    for (let index = pushCount % pushGroups; index < bodies.length; index += pushGroups) {
      bodies[index]?.applyImpulse({ x: 0.3, y: 1, z: -0.2 }, true);
    }
    pushCount += 1;
  };

  const run = ({ ticks }: { readonly ticks: number }): SceneTickResult => {
    if (!world) throw new Error('The world was not prepared.');
    const times: number[] = [];
    for (let tick = 0; tick < ticks; tick += 1) {
      if (tick % ticksPerPush === 0) pushBodies();
      times.push(step(world));
    }
    const asleep = bodies.filter((body) => body.isSleeping()).length;
    return { ticks, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), asleep };
  };

  return {
    prepare({ bodies: count }: SceneTickOptions): void {
      const engine = getRapier().engine;
      const created = new engine.World({ x: 0, y: -9.81, z: 0 });
      created.timestep = 1 / 60;
      const ground = created.createRigidBody(engine.RigidBodyDesc.fixed().setTranslation(0, -0.5, 0));
      created.createCollider(engine.ColliderDesc.cuboid(100, 0.5, 100), ground);
      bodies = Array.from({ length: count }, (_, index) => {
        const [column, height] = [index % 100, Math.floor(index / 100)];
        const desc = engine.RigidBodyDesc.dynamic().setTranslation(
          (column % 10) * 1.5,
          0.5 + height * 1.05,
          Math.floor(column / 10) * 1.5,
        );
        const body = created.createRigidBody(desc);
        created.createCollider(engine.ColliderDesc.cuboid(0.5, 0.5, 0.5).setMass(1), body);
        return body;
      });
      world = created;
      run({ ticks: 60 });
    },
    run,
  };
};
