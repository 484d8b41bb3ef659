import type { LoadedRapier } from '#runtime/scene/physics/load-rapier.ts';

let given: LoadedRapier | undefined;

/** Gives all scenes of this process an engine: it holds nothing but what worlds make in it. */
export const giveEngine = (engine: LoadedRapier): void => {
  given = engine;
};

export const givenEngine = (): LoadedRapier | undefined => given;
