import { profiles } from '../requirements/requirement.ts';
import type { Profile } from '../requirements/requirement.ts';
import type { Status } from './audit-outcome.ts';
import type { RequirementResult } from './requirement-result.ts';

type ProfileVerdictName = 'conformant' | 'partial' | 'failed' | 'not claimed' | 'not judged';

export interface ProfileVerdict {
  readonly profile: Profile;
  readonly verdict: ProfileVerdictName;
  /** The number of MUSTs that passed, compared with those that apply to the target and that the kit can check. */
  readonly verified: number;
  readonly musts: number;
  readonly failed: readonly string[];
}

const uncountedStatuses: readonly Status[] = ['NOT_APPLICABLE', 'NO_AUDIT'];

/** Computes the verdict on every profile for which there are results. */
export const computeProfileVerdicts = (
  results: readonly RequirementResult[],
  claimed: ReadonlySet<Profile>,
  /** Whether all audits of the kit ran. After a partial run, no profile is called conformant. */
  isFullRun = true,
): readonly ProfileVerdict[] =>
  profiles.flatMap((profile) => {
    const rows = results.filter((result) => result.profile === profile);
    if (rows.length === 0) return [];
    const musts = rows.filter(({ level, status }) => level === 'MUST' && !uncountedStatuses.includes(status));
    const verified = musts.filter(({ status }) => status === 'PASS').length;
    const failed = rows.filter(({ status }) => status === 'FAIL').map(({ id }) => id);
    const verdict = !claimed.has(profile)
      ? 'not claimed'
      : failed.length > 0
        ? 'failed'
        : !isFullRun
          ? 'not judged'
          : verified > 0 && verified === musts.length
            ? 'conformant'
            : 'partial';
    return [{ profile, verdict, verified, musts: musts.length, failed }];
  });
