import { findCauses } from './failure-causes.ts';
import { listWarnings } from './failures.ts';
import { createHeadline } from './headline.ts';
import { formatFailure, describeImpact } from './failure-text.ts';
import type { Report } from './report.ts';

/** The maximum number of annotations of each kind that GitHub shows per step. */
const maxPerKind = 10;

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const formatWorkflowCommand = (
  kind: 'error' | 'warning' | 'notice',
  title: string,
  lines: readonly string[],
): string => `::${kind} title=${escapeProperty(title)}::${escapeData(lines.join('\n'))}`;

/** Formats the report as GitHub Actions workflow commands: the verdict, an error for each cause, and the warnings. */
export const toGitHubAnnotations = (report: Report): readonly string[] => {
  const { verdict, detail, exit, tone } = createHeadline(report);
  const isBlocked = report.problem !== undefined || report.counts.HARNESS_ERROR > 0;
  const kind = tone === 'bad' || isBlocked ? 'error' : tone === 'open' ? 'warning' : 'notice';
  const causes = findCauses(report);
  return [
    formatWorkflowCommand(kind, `Conformance: ${verdict}`, [detail, exit]),
    ...causes.slice(0, maxPerKind - 1).map((cause) => {
      const ids = cause.requirements.map(({ id }) => id).join(', ');
      return formatWorkflowCommand('error', cause.title, [
        `${describeImpact(cause)}: ${ids}`,
        ...formatFailure(cause.failures[0]),
      ]);
    }),
    ...listWarnings(report)
      .slice(0, maxPerKind - 1)
      .map((warning) => formatWorkflowCommand('warning', warning.assertion, formatFailure(warning))),
  ];
};
