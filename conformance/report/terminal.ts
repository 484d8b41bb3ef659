import { countCells } from '../replay/coverage.ts';
import { explain } from './failure.ts';
import { statuses } from './report.ts';
import type { AuditOutcome } from '../engine/outcome.ts';
import type { Report } from './report.ts';

/** What a run tells while it goes on. */
export type Progress =
  | { readonly kind: 'started'; readonly url: string; readonly total: number; readonly seed: number }
  | {
      readonly kind: 'audited';
      readonly outcome: AuditOutcome;
      readonly done: number;
      readonly total: number;
    };

/** A progress listener that writes a line for every audit that did not simply pass, and a count now and then. */
export const progressWriter =
  (write: (line: string) => void) =>
  (progress: Progress): void => {
    if (progress.kind === 'started') {
      write(`${progress.total} audits against ${progress.url}, seed ${progress.seed}`);
      return;
    }
    const { outcome, done, total } = progress;
    const noteworthy = ['FAIL', 'FLAKY', 'WARN', 'HARNESS_ERROR'].includes(outcome.status);
    if (noteworthy) write(`[${done}/${total}] ${outcome.status} ${outcome.audit}: ${outcome.message ?? ''}`);
    else if (done % 25 === 0 || done === total) write(`[${done}/${total}]`);
  };

/** The report for a reader at a terminal. */
export const terminalSummary = (report: Report): string => {
  const bad = report.audits.filter(({ status }) => ['FAIL', 'FLAKY', 'HARNESS_ERROR'].includes(status));
  return [
    ...bad.flatMap((outcome) => ['', ...explain(outcome, report)]),
    '',
    ...(report.problem ? [report.problem, ''] : []),
    ...report.profiles.map(
      ({ profile, verdict, verified, musts }) =>
        `${profile.padEnd(8)} ${verdict.padEnd(12)} verified ${verified} of ${musts} MUST`,
    ),
    '',
    ...missingOf(report),
    ...replayOf(report),
    statuses.map((status) => `${report.counts[status]} ${status}`).join(', '),
    `${report.requirements.length} requirements, ${report.excluded.length} excluded, ${report.audits.length} audits, ${Math.round(report.durationMs / 100) / 10} s, seed ${report.seed}`,
    `kit ${report.stamp.kit.slice(0, 12)}, documents ${report.stamp.documents.slice(0, 12)}, manifest ${report.stamp.manifest.slice(0, 12)}`,
    '',
  ].join('\n');
};

const replayOf = ({ coverage, events }: Report): readonly string[] => [
  `OpenAPI replay: ${seenOf(coverage)}`,
  ...(events.length === 0 ? [] : [`AsyncAPI replay: ${seenOf(events)}`]),
];

const seenOf = (cells: Report['coverage'] | Report['events']): string => {
  const { asserted, observed, unreachable, missing } = countCells(cells);
  const lacking = missing > 0 ? `, ${missing} missing` : '';
  return `${asserted + observed} of ${cells.length} cells seen, ${unreachable} explained${lacking}`;
};

/** What would have to be there for the rest to be verified, each reason with the number of its requirements. */
const missingOf = (report: Report): readonly string[] => {
  const reasons = new Map<string, number>();
  for (const { status, message } of report.requirements) {
    if (status === 'NOT_VERIFIED' && message) reasons.set(message, (reasons.get(message) ?? 0) + 1);
  }
  if (reasons.size === 0) return [];
  const lines = [...reasons]
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `  ${String(count).padStart(3)}  ${reason}`);
  return ['Not verified:', ...lines, ''];
};
