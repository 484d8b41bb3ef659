/** The physics engine for scenes on any host with WebAssembly. */
import * as engine from '@dimforge/rapier3d-simd-compat';
import type { LoadPhysics } from '../api.ts';
import { getEngineMemory, setPhysicsModule } from './instantiate.ts';

/** Starts the engine, which all scenes in a process share. */
export const loadPhysics: LoadPhysics = async (program) => {
  setPhysicsModule(program);
  await engine.init();
  const memory = getEngineMemory();
  if (!memory) throw new Error('The physics engine did not start.');
  return { engine, memory };
};
