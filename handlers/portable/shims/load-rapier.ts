import { ApiError } from '#spec/errors.ts';
import { getPhysicsEngine } from '../shared-physics-engine.ts';
import type { LoadedRapier } from '#runtime/scene/physics/load-rapier.ts';

/** The engine that the host was given. @throws Fault ACTION_FAILED where it has none */
export const loadRapier = (): LoadedRapier => {
  const engine = getPhysicsEngine();
  if (engine) return engine;
  throw new ApiError(
    'ACTION_FAILED',
    'This host has no physics engine.',
    undefined,
    'loadPhysics of scene-runtime-control/fetch/physics brings one in.',
  );
};
