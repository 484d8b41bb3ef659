import { fenced, plain } from './escape.ts';
import { detailsOf, failuresIn } from './failure.ts';
import { eventMatrix, operationMatrix } from './matrix.ts';
import { countCells } from '../replay/coverage.ts';
import { triggersIn } from '../replay/events/cells.ts';
import { statuses } from './report.ts';
import type { Failure } from './failure.ts';
import type { Matrix } from './matrix.ts';
import type { Report } from './report.ts';

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const table = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] => [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))];

/** The report as Markdown (GitHub flavour). */
export const markdownReport = (report: Report): string => {
  const { target, startedAt, seed, stamp, profiles, counts, problem } = report;
  const title = [target.name ?? 'Target', target.version].filter((part) => part !== undefined).join(' ');
  const unverified = report.requirements.filter(({ status }) => status === 'NOT_VERIFIED');
  const failures = failuresIn(report);
  return [
    `# Conformance of ${plain(title)}`,
    '',
    `${plain(target.url)}, ${startedAt}, seed ${seed}`,
    '',
    ...(problem === undefined ? [] : [plain(problem), '']),
    '## Verdicts',
    '',
    ...table(
      ['profile', 'verdict', 'verified MUST'],
      profiles.map(({ profile, verdict, verified, musts }) => [profile, verdict, `${verified} of ${musts}`]),
    ),
    '',
    statuses.map((status) => `${counts[status]} ${plain(status)}`).join(', '),
    '',
    ...(failures.length === 0 ? [] : ['## Failures', '', ...failures.flatMap(failureSection)]),
    ...(unverified.length === 0
      ? []
      : [
          '## Not verified',
          '',
          ...table(
            ['requirement', 'statement', 'what is missing'],
            unverified.map(({ id, text, message = '' }) => [plain(id), plain(text), plain(message)]),
          ),
          '',
        ]),
    ...coverageSection(report),
    ...eventSection(report),
    `Kit ${stamp.kit}, documents ${stamp.documents}, manifest ${stamp.manifest}`,
    '',
  ].join('\n');
};

const failureSection = (failure: Failure): readonly string[] => [
  `### ${failure.status} ${plain(failure.audit)}`,
  '',
  ...failure.requirements.map(({ id, level, text }) => `- ${plain(id)} (${level}): ${plain(text)}`),
  '',
  plain(failure.message),
  '',
  ...fenced(detailsOf(failure)),
  '',
];

const letters = { asserted: 'A', observed: 'O', unreachable: 'u', missing: 'M' } as const;

const legend = (cells: Report['coverage'] | Report['events']): string => {
  const { asserted, observed, unreachable, missing } = countCells(cells);
  return `A: asserted (${asserted}), O: observed (${observed}), u: unreachable (${unreachable}), M: missing (${missing})`;
};

const matrixTable = (corner: string, { columns, rows, reasons }: Matrix): readonly string[] => [
  ...table(
    [corner, ...columns.map(plain)],
    rows.map(({ title, states }) => [plain(title), ...states.map((state) => (state ? letters[state] : ''))]),
  ),
  '',
  ...reasons.map(
    ({ state, reason, cells }) => `- ${state}, ${plain(reason)}: ${cells.map(plain).join(', ')}`,
  ),
  '',
];

const coverageSection = ({ coverage }: Report): readonly string[] =>
  coverage.length === 0
    ? []
    : [
        '## Coverage of the interface description',
        '',
        legend(coverage),
        '',
        ...matrixTable('operation', operationMatrix(coverage)),
      ];

const eventSection = ({ events }: Report): readonly string[] =>
  events.length === 0
    ? []
    : [
        '## Coverage of the event catalog',
        '',
        legend(events),
        '',
        ...matrixTable('event kind', eventMatrix(events)),
        ...triggersIn(events).map(({ kind, trigger }) => `- ${plain(kind)} comes when ${plain(trigger)}`),
        '',
      ];
