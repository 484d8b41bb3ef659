import { type Profile, profiles, type Requirement } from '../requirements/requirement.ts';
import type { AuditOutcome, Status } from './audit-outcome.ts';

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

export interface RequirementResult {
  readonly id: string;
  readonly section: string;
  readonly level: Requirement['level'];
  readonly provenance: Requirement['provenance'];
  readonly profile: Requirement['profile'];
  readonly text: string;
  readonly status: Status;
  readonly message?: string;
  /** The audits that contributed to the result. */
  readonly audits: readonly string[];
}

/** Creates the result of a requirement that can't be checked over HTTP. */
export const createLinkOnlyResult = ({
  id,
  section,
  level,
  provenance,
  profile,
  text,
}: Requirement): RequirementResult => ({
  ...{ id, section, level, provenance, profile, text, audits: [] },
  status: 'NOT_APPLICABLE',
  message: 'Only the runtime link can check this. Run conform --as controller --listen PORT',
});

/**
 * Statuses in order of precedence. If the audits of a requirement ended with different statuses, the earliest of these
 * statuses in this list applies to the requirement.
 */
const statusPrecedence: readonly Status[] = [
  'FAIL',
  'HARNESS_ERROR',
  'FLAKY',
  'WARN',
  'NOT_VERIFIED',
  'PASS',
  'OBSERVED',
  'NOT_APPLICABLE',
  'NO_AUDIT',
];

/**
 * Computes the result of a requirement from the audits that name it. Statements that the description leaves open can't
 * fail, and recommendations can only warn. `absent` means that the requirement's profile is neither claimed nor found.
 */
export const resolveRequirement = (
  row: Requirement,
  outcomes: readonly AuditOutcome[],
  absent: boolean,
): RequirementResult => {
  const { id, section, level, provenance, profile, text } = row;
  const label = { id, section, level, provenance, profile, text, audits: outcomes.map(({ audit }) => audit) };
  if (absent)
    return { ...label, status: 'NOT_APPLICABLE', message: `${profile} is neither claimed nor found` };
  if (outcomes.length === 0) {
    return { ...label, status: 'NO_AUDIT', message: `No audit yet: ${row.planned ?? 'not written'}` };
  }
  // biome-ignore lint/style/noNonNullAssertion: there is an outcome, and each status has its precedence
  const worst = statusPrecedence
    .map((status) => outcomes.find((outcome) => outcome.status === status))
    .find((outcome) => outcome !== undefined)!;
  return {
    ...label,
    status: softenStatus(row, worst.status),
    ...(worst.message !== undefined && { message: worst.message }),
  };
};

const softenStatus = ({ level, provenance }: Requirement, status: Status): Status => {
  if (status !== 'FAIL' && status !== 'FLAKY') return status;
  if (provenance === 'NOT_SHOWN' || provenance === 'SILENT' || level === 'INFO') return 'OBSERVED';
  return level === 'MUST' ? status : 'WARN';
};
