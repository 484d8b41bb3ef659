import { fenced, plain } from './escape.ts';
import { causesIn } from './causes.ts';
import { warningsIn } from './failure.ts';
import { headlineOf } from './headline.ts';
import { leftBehindIn } from './left-behind.ts';
import { openReasonsIn } from './open-reasons.ts';
import { eventMatrix, operationMatrix, toldCoverage } from './matrix.ts';
import { countCells } from '../replay/coverage.ts';
import { triggersIn } from '../replay/events/cells.ts';
import { statuses } from './report.ts';
import { detailsOf, inShort, weightOf } from './words.ts';
import type { Cause } from './causes.ts';
import type { RequirementResult } from '../engine/settle.ts';
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
  const { target, startedAt, seed, stamp, profiles, counts } = report;
  const title = [target.name ?? 'Target', target.version].filter((part) => part !== undefined).join(' ');
  const causes = causesIn(report);
  const { verdict, detail, exit } = headlineOf(report);
  return [
    `# Conformance of ${plain(title)}`,
    '',
    `**${verdict}** ${plain(`${detail} ${exit}`)}`,
    '',
    `${plain(target.url)}, ${startedAt}, seed ${seed}`,
    '',
    '## Verdicts',
    '',
    ...table(
      ['profile', 'verdict', 'verified MUST'],
      profiles.map(({ profile, verdict, verified, musts }) => [profile, verdict, `${verified} of ${musts}`]),
    ),
    '',
    statuses.map((status) => `${counts[status]} ${plain(status)}`).join(', '),
    '',
    ...(causes.length === 0 ? [] : ['## Failures', '', ...causes.flatMap(causeSection)]),
    ...warningSection(report),
    ...openSection(report),
    ...leftSection(report),
    ...besideSection(report),
    ...coverageSection(report),
    ...eventSection(report),
    ...readingSection(report),
    `Kit ${stamp.kit}, documents ${stamp.documents}, manifest ${stamp.manifest}`,
    '',
  ].join('\n');
};

const causeSection = (cause: Cause, index: number): readonly string[] => {
  const [example, ...others] = cause.failures;
  return [
    `### ${index + 1}\\. ${plain(cause.title)}`,
    '',
    `${weightOf(cause)}:`,
    '',
    ...cause.requirements.map(requirementLine),
    '',
    `${example.status} ${plain(example.audit)}`,
    '',
    ...fenced(detailsOf(example)),
    '',
    ...others.map((failure) => `- ${failure.status} ${plain(inShort(failure))}`),
    ...(others.length === 0 ? [] : ['']),
  ];
};

const warningSection = (report: Report): readonly string[] => {
  const warnings = warningsIn(report);
  if (warnings.length === 0) return [];
  return ['## Recommendations that are not followed', '', ...warnings.flatMap(warningOf)];
};

const warningOf = (warning: Failure): readonly string[] => [
  ...warning.requirements.map(requirementLine),
  '',
  ...fenced(detailsOf(warning)),
  '',
];

const requirementLine = ({ id, level, section, text }: RequirementResult): string =>
  `- **${plain(id)}** ${plain(text)} (${level}, section “${plain(section)}”)`;

/** A table under a heading; nothing where it has no rows. */
const tableSection = (
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] => (rows.length === 0 ? [] : [`## ${title}`, '', ...table(head, rows), '']);

const openSection = (report: Report): readonly string[] =>
  tableSection(
    'Not verified',
    ['what is missing', 'requirements'],
    openReasonsIn(report).map(({ reason, ids }) => [plain(reason), ids.map(plain).join(', ')]),
  );

const leftSection = (report: Report): readonly string[] =>
  tableSection(
    'Left behind on the target',
    ['why', 'what'],
    leftBehindIn(report).map(({ reason, things }) => [plain(reason), things.map(plain).join(', ')]),
  );

const besideSection = ({ besideOnly }: Report): readonly string[] =>
  tableSection(
    'Failed beside another audit, passed alone',
    ['audit', 'what'],
    besideOnly.map(({ audit, message }) => [plain(audit), plain(message)]),
  );

const readingSection = ({ readings }: Report): readonly string[] =>
  tableSection(
    'Where what is not shown was read',
    ['key', 'how', 'where', 'requirements'],
    readings.map(({ key, how, where, requirements }) => [plain(key), how, plain(where), requirements]),
  );

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

const coverageSection = (report: Report): readonly string[] => {
  const coverage = toldCoverage(report);
  return coverage.length === 0
    ? []
    : [
        '## Coverage of the interface description',
        '',
        legend(coverage),
        '',
        ...matrixTable('operation', operationMatrix(coverage)),
      ];
};

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
