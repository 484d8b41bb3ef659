import { ApiError } from '#spec/errors.ts';
import type { LoadedRapier } from '#runtime/scene/physics/load-rapier.ts';

let sharedEngine: LoadedRapier | undefined;

/**
 * Sets the engine for all scenes in this process. Scenes can share the engine, because it has no state outside its
 * worlds.
 */
export const setPhysicsEngine = (engine: LoadedRapier): void => {
  sharedEngine = engine;
};

/**
 * Returns the engine that the host has set.
 * @throws ApiError ACTION_FAILED if the host has not set an engine
 */
export const loadRapier = (): LoadedRapier => {
  if (sharedEngine) return sharedEngine;
  throw new ApiError(
    'ACTION_FAILED',
    'This host has no physics engine.',
    undefined,
    'Start one with loadPhysics of scene-runtime-control/fetch/physics.',
  );
};
