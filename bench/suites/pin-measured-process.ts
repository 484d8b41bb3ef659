import { pinToCore } from '../harness/cpu-cores.ts';
import type { SuiteContext } from './suite.ts';

/** Keeps a process that a suite has started by itself where all that is measured is kept. */
export const pinMeasuredProcess = ({ cores }: Pick<SuiteContext, 'cores'>, pid: number | undefined): void => {
  if (cores && pid !== undefined) pinToCore(pid, cores.measured);
};
