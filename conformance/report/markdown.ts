import { listTriggers } from '../coverage/events/event-coverage.ts';
import { countCells } from '../coverage/status-coverage.ts';
import {
  type CoverageMatrix,
  createEventMatrix,
  createOperationMatrix,
  getReportedCoverage,
} from './coverage-matrix.ts';
import { escapeMarkdown, fenceCode } from './escape.ts';
import { type Cause, findCauses } from './failure-causes.ts';
import { describeImpact, formatFailure, summarizeFailure } from './failure-text.ts';
import { type Failure, listWarnings } from './failures.ts';
import { createHeadline } from './headline.ts';
import { type Report, statuses } from './report.ts';
import { describeSection } from '../requirements/description-sections.ts';
import { groupLeftovers, groupUnverifiedReasons } from './report-lists.ts';
import type { RequirementResult } from '../runner/requirement-result.ts';

const formatRow = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const formatTable = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] => [
  formatRow(...head),
  formatRow(...head.map(() => '---')),
  ...rows.map((cells) => formatRow(...cells)),
];

/** Renders the report as GitHub-flavored Markdown. */
export const renderMarkdownReport = (report: Report): string => {
  const { target, startedAt, seed, stamp, profiles, counts } = report;
  const title = [target.name ?? 'Target', target.version].filter((part) => part !== undefined).join(' ');
  const causes = findCauses(report);
  const { verdict, detail, exit } = createHeadline(report);
  return [
    `# Conformance of ${escapeMarkdown(title)}`,
    '',
    `**${verdict}** ${escapeMarkdown(`${detail} ${exit}`)}`,
    '',
    `${escapeMarkdown(target.url)}, ${startedAt}, seed ${seed}`,
    '',
    '## Verdicts',
    '',
    ...formatTable(
      ['profile', 'verdict', 'verified MUST'],
      profiles.map(({ profile, verdict, verified, musts }) => [profile, verdict, `${verified} of ${musts}`]),
    ),
    '',
    statuses.map((status) => `${counts[status]} ${escapeMarkdown(status)}`).join(', '),
    '',
    ...(causes.length === 0 ? [] : ['## Failures', '', ...causes.flatMap(formatCause)]),
    ...formatWarnings(report),
    ...formatUnverified(report),
    ...formatLeftovers(report),
    ...formatConcurrencyFailures(report),
    ...formatCoverage(report),
    ...formatEventCoverage(report),
    ...formatReadings(report),
    `Kit ${stamp.kit}, documents ${stamp.documents}, manifest ${stamp.manifest}`,
    '',
  ].join('\n');
};

const formatCause = (cause: Cause, index: number): readonly string[] => {
  const [example, ...others] = cause.failures;
  return [
    `### ${index + 1}\\. ${escapeMarkdown(cause.title)}`,
    '',
    `${describeImpact(cause)}:`,
    '',
    ...cause.requirements.map(formatRequirement),
    '',
    `${example.status} ${escapeMarkdown(example.audit)}`,
    '',
    ...fenceCode(formatFailure(example)),
    '',
    ...others.map((failure) => `- ${failure.status} ${escapeMarkdown(summarizeFailure(failure))}`),
    ...(others.length === 0 ? [] : ['']),
  ];
};

const formatWarnings = (report: Report): readonly string[] => {
  const warnings = listWarnings(report);
  if (warnings.length === 0) return [];
  return ['## Recommendations not followed', '', ...warnings.flatMap(formatWarning)];
};

const formatWarning = (warning: Failure): readonly string[] => [
  ...warning.requirements.map(formatRequirement),
  '',
  ...fenceCode(formatFailure(warning)),
  '',
];

const formatRequirement = ({ id, level, section, text }: RequirementResult): string =>
  `- **${escapeMarkdown(id)}** ${escapeMarkdown(text)} (${level}, ${escapeMarkdown(describeSection(section))})`;

/** Renders a table under a heading. Renders nothing if the table has no rows. */
const formatTableSection = (
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] => (rows.length === 0 ? [] : [`## ${title}`, '', ...formatTable(head, rows), '']);

const formatUnverified = (report: Report): readonly string[] =>
  formatTableSection(
    'Not verified',
    ['what is missing', 'requirements'],
    groupUnverifiedReasons(report).map(({ reason, ids }) => [
      escapeMarkdown(reason),
      ids.map(escapeMarkdown).join(', '),
    ]),
  );

const formatLeftovers = (report: Report): readonly string[] =>
  formatTableSection(
    'Left behind on the target',
    ['why', 'what'],
    groupLeftovers(report).map(({ reason, leftovers }) => [
      escapeMarkdown(reason),
      leftovers.map(escapeMarkdown).join(', '),
    ]),
  );

const formatConcurrencyFailures = ({ besideOnly }: Report): readonly string[] =>
  formatTableSection(
    'Failed while another audit ran, passed alone',
    ['audit', 'what'],
    besideOnly.map(({ audit, message }) => [escapeMarkdown(audit), escapeMarkdown(message)]),
  );

const formatReadings = ({ readings }: Report): readonly string[] =>
  formatTableSection(
    'Fields that the description does not show, and where they were read',
    ['key', 'how', 'where', 'requirements'],
    readings.map(({ key, how, where, requirements }) => [
      escapeMarkdown(key),
      how,
      escapeMarkdown(where),
      requirements,
    ]),
  );

const stateLetters = { asserted: 'A', observed: 'O', unreachable: 'u', missing: 'M' } as const;

const formatLegend = (cells: Report['coverage'] | Report['events']): string => {
  const { asserted, observed, unreachable, missing } = countCells(cells);
  return `A: asserted (${asserted}), O: observed (${observed}), u: unreachable (${unreachable}), M: missing (${missing})`;
};

const formatMatrix = (corner: string, { columns, rows, reasons }: CoverageMatrix): readonly string[] => [
  ...formatTable(
    [corner, ...columns.map(escapeMarkdown)],
    rows.map(({ title, states }) => [
      escapeMarkdown(title),
      ...states.map((state) => (state ? stateLetters[state] : '')),
    ]),
  ),
  '',
  ...reasons.map(
    ({ state, reason, cells }) =>
      `- ${state}, ${escapeMarkdown(reason)}: ${cells.map(escapeMarkdown).join(', ')}`,
  ),
  '',
];

const formatCoverage = (report: Report): readonly string[] => {
  const coverage = getReportedCoverage(report);
  return coverage.length === 0
    ? []
    : [
        '## Coverage of the interface description',
        '',
        formatLegend(coverage),
        '',
        ...formatMatrix('operation', createOperationMatrix(coverage)),
      ];
};

const formatEventCoverage = ({ events }: Report): readonly string[] =>
  events.length === 0
    ? []
    : [
        '## Coverage of the event catalog',
        '',
        formatLegend(events),
        '',
        ...formatMatrix('event kind', createEventMatrix(events)),
        ...listTriggers(events).map(
          ({ kind, trigger }) => `- ${escapeMarkdown(kind)} is sent when ${escapeMarkdown(trigger)}`,
        ),
        '',
      ];
