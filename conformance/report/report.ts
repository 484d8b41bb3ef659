import type { AuditOutcome, Status } from '../runner/audit-outcome.ts';
import type { RequirementResult } from '../runner/requirement-result.ts';
import type { Leftover } from '../runner/leftover.ts';
import type { ProfileVerdict } from '../runner/profile-verdicts.ts';
import type { CoverageCell, UndocumentedStatus } from '../coverage/status-coverage.ts';
import type { EventCell } from '../coverage/events/event-coverage.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Reading } from '../target/field-readers/reading-tally.ts';

/** The identifier of the report format. This identifier changes whenever the structure of the report changes. */
export const reportFormat = 'scene-runtime-conformance/3';

export interface Rerun {
  /** The command that the user ran, without the options for audits and seed. */
  readonly command: string;
  /** The environment variables that hold the tokens, keyed by base address. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** The result of a run, which `report.json` also contains. */
/**
 * An audit that failed while another audit was running, but passed alone. Either the target or the kit causes the
 * interference.
 */
export interface ConcurrencyFailure {
  readonly audit: string;
  readonly message: string;
}

export interface Report {
  readonly format: typeof reportFormat;
  readonly target: {
    readonly url: string;
    readonly name?: string;
    readonly version?: string | undefined;
  };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  /** SHA-256 hashes of everything that the verdict depends on. */
  readonly stamp: { readonly kit: string; readonly documents: string; readonly manifest: string };
  /** The commands that run the kit again, ready to paste. */
  readonly rerun: Rerun;
  /** The selectors of a partial run. A partial run claims no conformance. */
  readonly only?: readonly string[];
  /** The reason why no audit ran. */
  readonly problem?: string;
  /** The unexpected error of the kit that ended the run. The report contains the audits that had run by then. */
  readonly crashed?: string;
  /** Present if the run ended before all audits had run. */
  readonly interrupted?: true;
  /** Everything that the run created and could not clean up. */
  readonly left: readonly Leftover[];
  /** The audits that failed while another audit was running, but passed alone. */
  readonly besideOnly: readonly ConcurrencyFailure[];
  readonly profiles: readonly ProfileVerdict[];
  readonly counts: Readonly<Record<Status, number>>;
  readonly requirements: readonly RequirementResult[];
  /** Statements that no audit checks, each with the reason. */
  readonly excluded: readonly { readonly id: string; readonly text: string; readonly reason: string }[];
  readonly audits: readonly AuditOutcome[];
  /** What the run observed about the documented statuses of each operation. */
  readonly coverage: readonly CoverageCell[];
  /**
   * Responses with a status that the interface description does not list for their operation. These responses do not
   * make any audit fail.
   */
  readonly undocumented: readonly UndocumentedStatus[];
  /**
   * Where the kit found fields whose place the description does not define, and how many requirements depend on each
   * field.
   */
  readonly readings: readonly Reading[];
  /** What the run observed about each event kind of the target's catalog. */
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

/**
 * Returns the exit code of the process. {@link exitCodeMeanings} explains each code. Code 2 is for commands that
 * produce no report.
 */
export const getExitCode = (report: Report): Exclude<ExitCode, 2> => {
  if (report.crashed !== undefined) return 3;
  if (report.interrupted) return 4;
  if (report.counts.FAIL > 0) return 1;
  if (report.counts.HARNESS_ERROR > 0) return 3;
  return (report.only === undefined ? isConformant(report) : isPartMet(report)) ? 0 : 4;
};

const isConformant = ({ profiles }: Report): boolean => {
  const claimed = profiles.filter(({ verdict }) => verdict !== 'not claimed');
  return claimed.length > 0 && claimed.every(({ verdict }) => verdict === 'conformant');
};

/** Statuses after which the target has nothing left to prove. */
const closedStatuses: readonly Status[] = ['PASS', 'OBSERVED', 'NOT_APPLICABLE', 'NO_AUDIT'];

/** Whether a partial run verified all of its MUSTs and at least one requirement passed. */
const isPartMet = ({ requirements }: Report): boolean =>
  requirements.some(({ status }) => status === 'PASS') &&
  requirements.every(({ level, status }) => level !== 'MUST' || closedStatuses.includes(status));
