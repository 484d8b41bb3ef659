import { causesIn } from './causes.ts';
import { warningsIn } from './failure.ts';
import { headlineOf } from './headline.ts';
import { detailsOf, weightOf } from './words.ts';
import type { Report } from './report.ts';

/** GitHub shows no more of a step. */
const mostOfAKind = 10;

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const command = (kind: 'error' | 'warning' | 'notice', title: string, lines: readonly string[]): string =>
  `::${kind} title=${property(title)}::${data(lines.join('\n'))}`;

/** The report as workflow commands of GitHub Actions: the verdict, an error for each cause, and the warnings. */
export const annotationsOf = (report: Report): readonly string[] => {
  const { verdict, detail, exit, tone } = headlineOf(report);
  const isBlocked = report.problem !== undefined || report.counts.HARNESS_ERROR > 0;
  const kind = tone === 'bad' || isBlocked ? 'error' : tone === 'open' ? 'warning' : 'notice';
  const causes = causesIn(report);
  return [
    command(kind, `Conformance: ${verdict}`, [detail, exit]),
    ...causes.slice(0, mostOfAKind - 1).map((cause) => {
      const ids = cause.requirements.map(({ id }) => id).join(', ');
      return command('error', cause.title, [`${weightOf(cause)}: ${ids}`, ...detailsOf(cause.failures[0])]);
    }),
    ...warningsIn(report)
      .slice(0, mostOfAKind - 1)
      .map((warning) => command('warning', warning.demand, detailsOf(warning))),
  ];
};
