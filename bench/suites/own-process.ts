import type { Child } from '../child/child-process.ts';
import type { RoleName } from '../child/roles.ts';
import type { Candidate, Figures } from '../harness/candidate.ts';
import type { SuiteContext } from './suite.ts';

/** A candidate that does its whole job in a process of its own. */
export const inOwnProcess = <N extends RoleName>(
  { start }: SuiteContext,
  { name, role }: Pick<Candidate, 'name' | 'role'>,
  program: N,
  round: (child: Child<N>) => Promise<Figures>,
): Candidate => {
  const child = start(program);
  return {
    name,
    role,
    open: async () => {},
    round: () => round(child),
    close: () => child.stop(),
  };
};
