import type { Candidate } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { SuiteContext } from './suite.ts';

/**
 * The candidates that each target enters into a comparison.
 * @param candidatesOf answers those of `context.target`
 */
export const createCandidatesPerTarget = (
  context: SuiteContext,
  candidatesOf: (context: SuiteContext) => readonly Candidate[],
): Candidate[] =>
  context.targets.flatMap((target) =>
    candidatesOf({ ...context, target }).map((candidate) => ({
      ...candidate,
      ...getTargetLabel(context, target),
    })),
  );

/** What tells the targets apart, where there are several. */
export const getTargetLabel = (
  { targets }: Pick<SuiteContext, 'targets'>,
  { name }: Target,
): { target?: string } => (targets.length > 1 ? { target: name } : {});
