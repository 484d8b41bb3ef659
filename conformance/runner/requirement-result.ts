import type { Requirement } from '../requirements/requirement.ts';
import type { AuditOutcome, Status } from './audit-outcome.ts';

/** What came of one requirement. */
export interface RequirementResult {
  readonly id: string;
  readonly section: string;
  readonly level: Requirement['level'];
  readonly provenance: Requirement['provenance'];
  readonly profile: Requirement['profile'];
  readonly text: string;
  readonly status: Status;
  readonly message?: string;
  /** The audits that answered for it. */
  readonly audits: readonly string[];
}

/** The result of a requirement that no target with a URL is judged by. */
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
  message: 'A runtime is judged by this over the runtime link: conform --as controller --listen PORT',
});

/** The first of these that any audit of a requirement ended with is what the requirement ends with. */
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
 * The result of a requirement from the audits that name it. What the description leaves open fails nobody, and what
 * it only recommends is a warning. `absent` says that its profile is neither claimed nor there.
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
    return { ...label, status: 'NO_AUDIT', message: `No audit yet: ${row.planned ?? 'nobody wrote it'}` };
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
