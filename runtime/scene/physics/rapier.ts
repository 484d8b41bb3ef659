/** Loads the physics engine on first use. */
import { loadRapier, type Rapier } from './load-rapier.ts';

export type { Rapier } from './load-rapier.ts';

let loadEngine: ReturnType<typeof loadRapier> | undefined;

/**
 * Returns the engine. All worlds of the process share the engine, because it has no state other than that of its
 * worlds.
 */
export const getRapier = (): Rapier => {
  loadEngine ??= loadRapier();
  return loadEngine.engine;
};

/** Returns the peak memory of the engine in bytes; 0 before the engine is loaded. */
export const getEngineMemory = (): number => loadEngine?.memory.buffer.byteLength ?? 0;
