/** The physics engine, brought in at its first use. */
import { loadRapier, type Rapier } from './load-rapier.ts';

export type { Rapier } from './load-rapier.ts';

let loadEngine: ReturnType<typeof loadRapier> | undefined;

/** The engine, the same for all worlds of a process, as any module is: it holds nothing but what worlds make in it. */
export const getRapier = (): Rapier => {
  loadEngine ??= loadRapier();
  return loadEngine.engine;
};

/** Bytes that the worlds of the process have needed at most; 0 before the first. */
export const getEngineMemory = (): number => loadEngine?.memory.buffer.byteLength ?? 0;
