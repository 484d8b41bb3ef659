import { keepOnCore } from '../harness/cores.ts';
import type { SuiteContext } from './suite.ts';

/** Keeps a process that a suite has started by itself where all that is measured is kept. */
export const keepMeasured = ({ cores }: Pick<SuiteContext, 'cores'>, pid: number | undefined): void => {
  if (cores && pid !== undefined) keepOnCore(pid, cores.measured);
};
