import type { Candidate } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { SuiteContext } from './suite.ts';

/**
 * Creates the candidates of each target in a comparison.
 * @param createCandidates returns those of `context.target`
 */
export const createCandidatesPerTarget = (
  context: SuiteContext,
  createCandidates: (context: SuiteContext) => readonly Candidate[],
): Candidate[] =>
  context.targets.flatMap((target) =>
    createCandidates({ ...context, target }).map((candidate) => ({
      ...candidate,
      ...getTargetLabel(context, target),
    })),
  );

/** Returns the name of the target when there are several. */
export const getTargetLabel = (
  { targets }: Pick<SuiteContext, 'targets'>,
  { name }: Target,
): { target?: string } => (targets.length > 1 ? { target: name } : {});
