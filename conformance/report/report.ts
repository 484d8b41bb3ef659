import type { AuditOutcome, Status } from '../engine/outcome.ts';
import type { RequirementResult } from '../engine/settle.ts';
import type { ProfileVerdict } from '../engine/verdict.ts';
import type { CoverageCell, UndocumentedStatus } from '../replay/coverage.ts';
import type { EventCell } from '../replay/events/cells.ts';

/** Changes when the shape of a report does. */
export const reportFormat = 'scene-runtime-conformance/2';

/** What a run found; also the content of `report.json`. */
export interface Report {
  readonly format: typeof reportFormat;
  readonly target: { readonly url: string; readonly name?: string; readonly version?: string };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  /** SHA-256 of what the verdict rests on. */
  readonly stamp: { readonly kit: string; readonly documents: string; readonly manifest: string };
  /** The ids that the run was confined to. */
  readonly only?: readonly string[];
  /** Why nothing ran. */
  readonly problem?: string;
  readonly profiles: readonly ProfileVerdict[];
  readonly counts: Readonly<Record<Status, number>>;
  readonly requirements: readonly RequirementResult[];
  /** Statements that no audit judges, with the reason. */
  readonly excluded: readonly { readonly id: string; readonly text: string; readonly reason: string }[];
  readonly audits: readonly AuditOutcome[];
  /** Operation by documented status: what the run saw of the interface description. */
  readonly coverage: readonly CoverageCell[];
  /** Answers with a status that the interface description does not name for the operation; no one's fault. */
  readonly undocumented: readonly UndocumentedStatus[];
  /** Event kind by what it was tried for: what the run saw of the target's event catalog. */
  readonly events: readonly EventCell[];
}

export const statuses: readonly Status[] = [
  'PASS',
  'FAIL',
  'WARN',
  'FLAKY',
  'NOT_VERIFIED',
  'NOT_APPLICABLE',
  'OBSERVED',
  'HARNESS_ERROR',
  'NO_AUDIT',
];

export const countsOf = (results: readonly { readonly status: Status }[]): Record<Status, number> =>
  Object.fromEntries(
    statuses.map((status) => [status, results.filter((result) => result.status === status).length]),
  ) as Record<Status, number>;

/**
 * 0: the claimed profiles are conformant; 1: a requirement failed; 3: the kit itself failed; 4: incomplete, or
 * nothing ran. (2 is for usage and manifest errors, which have no report.)
 */
export const exitCodeOf = (report: Report): 0 | 1 | 3 | 4 => {
  if (report.counts.FAIL > 0) return 1;
  if (report.counts.HARNESS_ERROR > 0) return 3;
  const claimed = report.profiles.filter(({ verdict }) => verdict !== 'not claimed');
  return claimed.length > 0 && claimed.every(({ verdict }) => verdict === 'conformant') ? 0 : 4;
};
