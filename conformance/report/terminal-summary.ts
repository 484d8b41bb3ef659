import { countCells } from '../coverage/status-coverage.ts';
import { getReportedCoverage } from './coverage-matrix.ts';
import { type Cause, findCauses } from './failure-causes.ts';
import { describeImpact, formatCount, formatFailure, summarizeFailure } from './failure-text.ts';
import { type Failure, listWarnings } from './failures.ts';
import { createHeadline } from './headline.ts';
import { type Report, statuses } from './report.ts';
import { describeSection } from '../requirements/description-sections.ts';
import { type Colors, getStatusColor, noColors } from './terminal-colors.ts';
import { groupLeftovers, groupUnverifiedReasons } from './report-lists.ts';

const verdictColors = { good: 'green', bad: 'red', open: 'yellow' } as const;

/** Maximum number of a cause's requirements that are shown with their text. */
const maxTexts = 6;

/** Maximum number of further failures that are shown for a cause. */
const maxOtherFailures = 8;

/** Formats the report for a terminal, starting with the verdict. */
export const formatTerminalSummary = (report: Report, colors: Colors = noColors): string => {
  const { verdict, detail, exit, tone } = createHeadline(report);
  const first = `${colors.bold(colors[verdictColors[tone]](verdict))}  ${detail} ${exit}`;
  if (report.problem !== undefined) return `${first}\n`;
  const causes = findCauses(report);
  return [
    first,
    '',
    ...causes.flatMap((cause, index) => formatCause(cause, index + 1, colors)),
    ...formatWarnings(report, colors),
    ...formatUnverified(report),
    ...formatLeftovers(report),
    ...formatConcurrencyFailures(report),
    ...formatProfiles(report, colors),
    '',
    ...formatCoverage(report),
    statuses.map((status) => formatStatusCount(report.counts[status], status, colors)).join(', '),
    `${formatCount(report.requirements.length, 'requirement')}, ${report.excluded.length} excluded, ${formatCount(new Set(report.audits.map(({ audit }) => audit)).size, 'audit')}, ${Math.round(report.durationMs / 100) / 10} s, seed ${report.seed}`,
    `kit ${report.stamp.kit.slice(0, 12)}, documents ${report.stamp.documents.slice(0, 12)}, manifest ${report.stamp.manifest.slice(0, 12)}`,
    '',
  ].join('\n');
};

const formatStatusCount = (count: number, status: (typeof statuses)[number], colors: Colors): string =>
  count === 0 ? `0 ${status}` : colors[getStatusColor(status)](`${count} ${status}`);

const indentLines = (lines: readonly string[], indent = '   '): readonly string[] =>
  lines.map((line) => (line === '' ? '' : `${indent}${line}`));

const formatCause = (cause: Cause, number: number, colors: Colors): readonly string[] => {
  const { title, routes, requirements, failures } = cause;
  const [example, ...others] = failures;
  const shown = requirements.slice(0, maxTexts);
  const remaining = requirements.slice(maxTexts);
  return [
    `${colors.red(`${number}.`)} ${colors.bold(title)}`,
    ...indentLines([
      describeImpact(cause),
      ...(routes.length > 1
        ? [`at ${routes.length} routes: ${routes.slice(0, 6).join(', ')}${routes.length > 6 ? ', …' : ''}`]
        : []),
      '',
      ...shown.map(
        ({ id, level, section, text }) =>
          `${colors.red(id)} ${text} ${colors.dim(`(${level}, ${describeSection(section)})`)}`,
      ),
      ...(remaining.length === 0 ? [] : [`and ${remaining.map(({ id }) => id).join(', ')}`]),
      '',
      `${example.status} ${example.audit}`,
      ...indentLines(formatFailure(example), '  '),
      ...others.slice(0, maxOtherFailures).map((failure) => `${failure.status} ${summarizeFailure(failure)}`),
      ...(others.length > maxOtherFailures ? [`and ${others.length - maxOtherFailures} more audits`] : []),
    ]),
    '',
  ];
};

const formatWarnings = (report: Report, colors: Colors): readonly string[] => {
  const warnings = listWarnings(report);
  if (warnings.length === 0) return [];
  return [colors.bold('Recommendations not followed:'), ...warnings.flatMap(formatWarning), ''];
};

const formatWarning = (warning: Failure): readonly string[] => [
  `   ${warning.requirements.map(({ id, text }) => `${id} ${text}`).join('; ')}`,
  ...indentLines(formatFailure(warning), '     '),
];

const formatProfiles = ({ profiles }: Report, colors: Colors): readonly string[] => {
  const isIdle = ({ verdict, musts }: Report['profiles'][number]): boolean =>
    verdict === 'not claimed' && musts === 0;
  const idle = profiles.filter(isIdle).map(({ profile }) => profile);
  return [
    ...profiles.filter((profile) => !isIdle(profile)).map((profile) => formatProfile(profile, colors)),
    ...(idle.length === 0 ? [] : [colors.dim(`neither claimed nor found: ${idle.join(', ')}`)]),
  ];
};

const formatProfile = (
  { profile, verdict, verified, musts }: Report['profiles'][number],
  colors: Colors,
): string => {
  const line = `${profile.padEnd(8)} ${verdict.padEnd(12)} verified ${verified} of ${musts} MUST`;
  if (verdict === 'failed') return colors.red(line);
  if (verdict === 'conformant') return colors.green(line);
  return verdict === 'partial' ? colors.yellow(line) : colors.dim(line);
};

const formatCoverage = (report: Report): readonly string[] => {
  const coverage = getReportedCoverage(report);
  return [
    ...(coverage.length === 0 ? [] : [`OpenAPI coverage: ${formatSeenCells(coverage)}`]),
    ...(report.events.length === 0 ? [] : [`AsyncAPI coverage: ${formatSeenCells(report.events)}`]),
  ];
};

const formatSeenCells = (cells: Report['coverage'] | Report['events']): string => {
  const { asserted, observed, unreachable, missing } = countCells(cells);
  const missingText = missing > 0 ? `, ${missing} missing` : '';
  return `${asserted + observed} of ${cells.length} cells seen, ${unreachable} explained${missingText}`;
};

/** Formats lines under a title. Returns an empty array if there are no lines. */
const formatList = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];

const formatConcurrencyFailures = ({ besideOnly: found }: Report): readonly string[] =>
  formatList(
    'Failed while another audit ran, passed alone:',
    found.map(({ audit, message }) => `${audit}: ${message}`),
  );

const formatLeftovers = (report: Report): readonly string[] =>
  formatList(
    'Left behind on the target:',
    groupLeftovers(report).map(({ reason, leftovers }) => `${reason}: ${leftovers.join(', ')}`),
  );

/** Formats the reasons why requirements could not be verified, each with the number of its requirements. */
const formatUnverified = (report: Report): readonly string[] =>
  formatList(
    'Not verified:',
    groupUnverifiedReasons(report).map(({ reason, ids }) => `${String(ids.length).padStart(3)}  ${reason}`),
  );
