/** Loads the physics engine at its first use. */
import { loadRapier, type Rapier } from './load-rapier.ts';

export type { Rapier } from './load-rapier.ts';

let loadEngine: ReturnType<typeof loadRapier> | undefined;

/** Returns the engine, which all worlds of the process share; its only state is that of the worlds. */
export const getRapier = (): Rapier => {
  loadEngine ??= loadRapier();
  return loadEngine.engine;
};

/** Returns the peak memory of the engine in bytes; 0 before the first world. */
export const getEngineMemory = (): number => loadEngine?.memory.buffer.byteLength ?? 0;
