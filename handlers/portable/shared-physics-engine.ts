import type { LoadedRapier } from '#runtime/scene/physics/load-rapier.ts';

let sharedEngine: LoadedRapier | undefined;

/** Gives all scenes of this process an engine: it holds nothing but what worlds make in it. */
export const setPhysicsEngine = (engine: LoadedRapier): void => {
  sharedEngine = engine;
};

export const getPhysicsEngine = (): LoadedRapier | undefined => sharedEngine;
