import { profiles } from '../requirements/row.ts';
import type { Profile } from '../requirements/row.ts';
import type { Status } from './outcome.ts';
import type { RequirementResult } from './settle.ts';

type Verdict = 'conformant' | 'partial' | 'failed' | 'not claimed' | 'not judged';

export interface ProfileVerdict {
  readonly profile: Profile;
  readonly verdict: Verdict;
  /** MUSTs that passed, of those that apply and that the kit can judge. */
  readonly verified: number;
  readonly musts: number;
  readonly failed: readonly string[];
}

const unjudged: readonly Status[] = ['NOT_APPLICABLE', 'NO_AUDIT'];

/** The verdict on every profile that has a result. */
export const verdictsOf = (
  results: readonly RequirementResult[],
  claimed: ReadonlySet<Profile>,
  /** Whether all of the kit ran: a part of it says of no profile that it is met. */
  isWhole = true,
): readonly ProfileVerdict[] =>
  profiles.flatMap((profile) => {
    const rows = results.filter((result) => result.profile === profile);
    if (rows.length === 0) return [];
    const musts = rows.filter(({ level, status }) => level === 'MUST' && !unjudged.includes(status));
    const verified = musts.filter(({ status }) => status === 'PASS').length;
    const failed = rows.filter(({ status }) => status === 'FAIL').map(({ id }) => id);
    const verdict = !claimed.has(profile)
      ? 'not claimed'
      : failed.length > 0
        ? 'failed'
        : !isWhole
          ? 'not judged'
          : verified > 0 && verified === musts.length
            ? 'conformant'
            : 'partial';
    return [{ profile, verdict, verified, musts: musts.length, failed }];
  });
