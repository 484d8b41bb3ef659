import type { LoadedRapier } from '#runtime/scene/physics/load-rapier.ts';

let sharedEngine: LoadedRapier | undefined;

/**
 * Sets the engine for all scenes in this process. Scenes can share the engine, because it has no state outside its
 * worlds.
 */
export const setPhysicsEngine = (engine: LoadedRapier): void => {
  sharedEngine = engine;
};

export const getPhysicsEngine = (): LoadedRapier | undefined => sharedEngine;
