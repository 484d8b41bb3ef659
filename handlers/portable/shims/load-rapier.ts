import { ApiError } from '#spec/errors.ts';
import { getPhysicsEngine } from '../shared-physics-engine.ts';
import type { LoadedRapier } from '#runtime/scene/physics/load-rapier.ts';

/**
 * Returns the engine that the host has set.
 * @throws ApiError ACTION_FAILED if the host has not set an engine
 */
export const loadRapier = (): LoadedRapier => {
  const engine = getPhysicsEngine();
  if (engine) return engine;
  throw new ApiError(
    'ACTION_FAILED',
    'This host has no physics engine.',
    undefined,
    'Start one with loadPhysics of scene-runtime-control/fetch/physics.',
  );
};
