import { pinToCore } from '../harness/cpu-cores.ts';
import type { SuiteContext } from './suite.ts';

/** Pins a process that a suite has started itself to the core that is reserved for measured processes. */
export const pinMeasuredProcess = ({ cores }: Pick<SuiteContext, 'cores'>, pid: number | undefined): void => {
  if (cores && pid !== undefined) pinToCore(pid, cores.measured);
};
