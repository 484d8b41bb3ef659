import type { Candidate } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { SuiteContext } from './suite.ts';

/**
 * Creates the candidates for each target in a comparison.
 * @param createCandidates a function that returns the candidates for `context.target`
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

/** Returns the name of the target when the run has several targets. */
export const getTargetLabel = (
  { targets }: Pick<SuiteContext, 'targets'>,
  { name }: Target,
): { target?: string } => (targets.length > 1 ? { target: name } : {});
