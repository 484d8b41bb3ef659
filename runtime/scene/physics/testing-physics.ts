import type { Vector3 } from '#spec/values.ts';
import { createPhysics, type Physics } from './physics.ts';
import { identityQuaternion } from './vector-math.ts';
import type { BodyInit } from './body-store.ts';
import type { BodyHandle } from './rigid-body.ts';
import type { ColliderRequest } from './body-options.ts';

export const fixedStep = 1 / 60;
export const noGravity: Vector3 = { x: 0, y: 0, z: 0 };

export const createPose = (x: number, y: number, z: number) => ({
  position: { x, y, z },
  rotation: identityQuaternion,
});

export const box: ColliderRequest = { shape: 'box', size: { x: 1, y: 1, z: 1 } };
export const ball: ColliderRequest = { shape: 'sphere', radius: 0.5 };
export const capsule: ColliderRequest = { shape: 'capsule', radius: 0.5, height: 3 };

export const createWorld = (gravity?: Vector3): Physics =>
  createPhysics({ fixedStep, ...(gravity && { gravity }) });

/** Adds a floor whose surface is at height 0. */
export const addFloor = (
  world: Physics,
  surface: { friction?: number; bounciness?: number } = {},
): BodyHandle =>
  world.create({
    owner: 'floor',
    pose: createPose(0, -0.5, 0),
    colliders: [{ shape: 'box', size: { x: 100, y: 1, z: 100 }, ...surface }],
  });

export const addDynamic = (world: Physics, source: Partial<BodyInit> = {}): BodyHandle =>
  world.create({ owner: 'thing', type: 'dynamic', colliders: [ball], ...source });

/**
 * Runs a number of steps.
 * @param onStep a function that is called after each step
 */
export const runSteps = (world: Physics, count: number, onStep?: (step: number) => void): void => {
  for (let step = 1; step <= count; step += 1) {
    world.step();
    onStep?.(step);
  }
};
