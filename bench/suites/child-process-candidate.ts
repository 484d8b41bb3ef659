import type { ChildProcessHandle } from '../child/child-process.ts';
import type { ChildRoleName } from '../child/roles.ts';
import type { Candidate, RoundMetrics } from '../harness/candidate.ts';
import type { SuiteContext } from './suite.ts';

/**
 * Creates a candidate that does its whole job in a child process.
 * @param prepare prepares the process before the first round
 */
export const createChildProcessCandidate = <N extends ChildRoleName>(
  { start }: SuiteContext,
  { name, role }: Pick<Candidate, 'name' | 'role'>,
  program: N,
  round: (child: ChildProcessHandle<N>) => Promise<RoundMetrics>,
  prepare?: (child: ChildProcessHandle<N>) => Promise<void>,
): Candidate => {
  const child = start(program);
  return {
    name,
    role,
    open: async () => prepare?.(child),
    round: () => round(child),
    close: () => child.stop(),
  };
};
