import type { AuditOutcome, Status } from '../runner/audit-outcome.ts';
import type { RequirementResult } from '../runner/requirement-result.ts';
import type { Leftover } from '../runner/cleanup.ts';
import type { ProfileVerdict } from '../runner/profile-verdicts.ts';
import type { CoverageCell, UndocumentedStatus } from '../coverage/status-coverage.ts';
import type { EventCell } from '../coverage/events/event-coverage.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Reading } from '../target/field-readers/reading-tally.ts';

/** Changes when the shape of a report does. */
export const reportFormat = 'scene-runtime-conformance/3';

export interface Rerun {
  /** The command that was given, without what chooses audits and seed. */
  readonly command: string;
  /** The environment variables that hold the tokens, by the address that takes them. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** What a run found; also the content of `report.json`. */
/** An audit that failed beside another one, and not alone: something of the target's, or of the kit's, is in the way. */
export interface ConcurrencyFailure {
  readonly audit: string;
  readonly message: string;
}

export interface Report {
  readonly format: typeof reportFormat;
  readonly target: { readonly url: string; readonly name?: string; readonly version?: string };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  /** SHA-256 of what the verdict rests on. */
  readonly stamp: { readonly kit: string; readonly documents: string; readonly manifest: string };
  /** How to run it again, in lines that can be pasted. */
  readonly rerun: Rerun;
  /** What the run was confined to: such a run claims no conformance. */
  readonly only?: readonly string[];
  /** Why nothing ran. */
  readonly problem?: string;
  /** The run was ended before all audits had their turn. */
  readonly interrupted?: true;
  /** What the run made and could not take away. */
  readonly left: readonly Leftover[];
  /** What failed while another audit ran, and passed when it was tried alone. */
  readonly besideOnly: readonly ConcurrencyFailure[];
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
  /** Where the kit found what the description does not show, and how many requirements hang on it. */
  readonly readings: readonly Reading[];
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

export const countStatuses = (results: readonly { readonly status: Status }[]): Record<Status, number> =>
  Object.fromEntries(
    statuses.map((status) => [status, results.filter((result) => result.status === status).length]),
  ) as Record<Status, number>;

/** How the process ends; `exitMeanings` says what each code means. (2 is for what has no report.) */
export const getExitCode = (report: Report): Exclude<ExitCode, 2> => {
  if (report.interrupted) return 4;
  if (report.counts.FAIL > 0) return 1;
  if (report.counts.HARNESS_ERROR > 0) return 3;
  return (report.only === undefined ? isConformant(report) : isPartMet(report)) ? 0 : 4;
};

const isConformant = ({ profiles }: Report): boolean => {
  const claimed = profiles.filter(({ verdict }) => verdict !== 'not claimed');
  return claimed.length > 0 && claimed.every(({ verdict }) => verdict === 'conformant');
};

/** What leaves nothing open that the target could be asked for. */
const closedStatuses: readonly Status[] = ['PASS', 'OBSERVED', 'NOT_APPLICABLE', 'NO_AUDIT'];

/** Whether a part of the kit left no MUST open, and something passed. */
const isPartMet = ({ requirements }: Report): boolean =>
  requirements.some(({ status }) => status === 'PASS') &&
  requirements.every(({ level, status }) => level !== 'MUST' || closedStatuses.includes(status));
