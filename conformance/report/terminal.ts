import { countCells } from '../replay/coverage.ts';
import { causesIn } from './causes.ts';
import { noColours } from './colours.ts';
import { warningsIn } from './failure.ts';
import { leftBehindIn } from './left-behind.ts';
import { toldCoverage } from './matrix.ts';
import { openReasonsIn } from './open-reasons.ts';
import { headlineOf } from './headline.ts';
import { statuses } from './report.ts';
import { toneOf } from './tones.ts';
import { counted, detailsOf, inShort, weightOf } from './words.ts';
import type { Cause } from './causes.ts';
import type { Colours } from './colours.ts';
import type { Failure } from './failure.ts';
import type { Report } from './report.ts';

const verdictColour = { good: 'green', bad: 'red', open: 'yellow' } as const;

/** Of a cause, so many requirements are told with their texts. */
const mostTexts = 6;

/** Of a cause, so many other failures are told. */
const mostOthers = 8;

/** The report for a reader at a terminal: the verdict first. */
export const terminalSummary = (report: Report, colours: Colours = noColours): string => {
  const { verdict, detail, exit, tone } = headlineOf(report);
  const first = `${colours.bold(colours[verdictColour[tone]](verdict))}  ${detail} ${exit}`;
  if (report.problem !== undefined) return `${first}\n`;
  const causes = causesIn(report);
  return [
    first,
    '',
    ...causes.flatMap((cause, index) => causeOf(cause, index + 1, colours)),
    ...warningsOf(report, colours),
    ...missingOf(report),
    ...leftBehind(report),
    ...besideOnly(report),
    ...profilesOf(report, colours),
    '',
    ...coverageOf(report),
    statuses.map((status) => countOf(report.counts[status], status, colours)).join(', '),
    `${counted(report.requirements.length, 'requirement')}, ${report.excluded.length} excluded, ${counted(new Set(report.audits.map(({ audit }) => audit)).size, 'audit')}, ${Math.round(report.durationMs / 100) / 10} s, seed ${report.seed}`,
    `kit ${report.stamp.kit.slice(0, 12)}, documents ${report.stamp.documents.slice(0, 12)}, manifest ${report.stamp.manifest.slice(0, 12)}`,
    '',
  ].join('\n');
};

const countOf = (count: number, status: (typeof statuses)[number], colours: Colours): string =>
  count === 0 ? `0 ${status}` : colours[toneOf(status)](`${count} ${status}`);

const indented = (lines: readonly string[], by = '   '): readonly string[] =>
  lines.map((line) => (line === '' ? '' : `${by}${line}`));

const causeOf = (cause: Cause, number: number, colours: Colours): readonly string[] => {
  const { title, routes, requirements, failures } = cause;
  const [example, ...others] = failures;
  const told = requirements.slice(0, mostTexts);
  const rest = requirements.slice(mostTexts);
  return [
    `${colours.red(`${number}.`)} ${colours.bold(title)}`,
    ...indented([
      weightOf(cause),
      ...(routes.length > 1
        ? [`at ${routes.length} routes: ${routes.slice(0, 6).join(', ')}${routes.length > 6 ? ', …' : ''}`]
        : []),
      '',
      ...told.map(
        ({ id, level, section, text }) =>
          `${colours.red(id)} ${text} ${colours.dim(`(${level}, section '${section}')`)}`,
      ),
      ...(rest.length === 0 ? [] : [`and ${rest.map(({ id }) => id).join(', ')}`]),
      '',
      `${example.status} ${example.audit}`,
      ...indented(detailsOf(example), '  '),
      ...others.slice(0, mostOthers).map((failure) => `${failure.status} ${inShort(failure)}`),
      ...(others.length > mostOthers ? [`and ${others.length - mostOthers} more audits`] : []),
    ]),
    '',
  ];
};

const warningsOf = (report: Report, colours: Colours): readonly string[] => {
  const warnings = warningsIn(report);
  if (warnings.length === 0) return [];
  return [colours.bold('Recommendations that are not followed:'), ...warnings.flatMap(warningOf), ''];
};

const warningOf = (warning: Failure): readonly string[] => [
  `   ${warning.requirements.map(({ id, text }) => `${id} ${text}`).join('; ')}`,
  ...indented(detailsOf(warning), '     '),
];

const profilesOf = ({ profiles }: Report, colours: Colours): readonly string[] => {
  const isIdle = ({ verdict, musts }: Report['profiles'][number]): boolean =>
    verdict === 'not claimed' && musts === 0;
  const idle = profiles.filter(isIdle).map(({ profile }) => profile);
  return [
    ...profiles.filter((profile) => !isIdle(profile)).map((profile) => profileLine(profile, colours)),
    ...(idle.length === 0 ? [] : [colours.dim(`neither claimed nor found: ${idle.join(', ')}`)]),
  ];
};

const profileLine = (
  { profile, verdict, verified, musts }: Report['profiles'][number],
  colours: Colours,
): string => {
  const line = `${profile.padEnd(8)} ${verdict.padEnd(12)} verified ${verified} of ${musts} MUST`;
  if (verdict === 'failed') return colours.red(line);
  if (verdict === 'conformant') return colours.green(line);
  return verdict === 'partial' ? colours.yellow(line) : colours.dim(line);
};

const coverageOf = (report: Report): readonly string[] => {
  const coverage = toldCoverage(report);
  return [
    ...(coverage.length === 0 ? [] : [`OpenAPI replay: ${seenOf(coverage)}`]),
    ...(report.events.length === 0 ? [] : [`AsyncAPI replay: ${seenOf(report.events)}`]),
  ];
};

const seenOf = (cells: Report['coverage'] | Report['events']): string => {
  const { asserted, observed, unreachable, missing } = countCells(cells);
  const lacking = missing > 0 ? `, ${missing} missing` : '';
  return `${asserted + observed} of ${cells.length} cells seen, ${unreachable} explained${lacking}`;
};

/** Lines under a title; nothing where there are none. */
const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];

const besideOnly = ({ besideOnly: found }: Report): readonly string[] =>
  listed(
    'Failed beside another audit, passed alone:',
    found.map(({ audit, message }) => `${audit}: ${message}`),
  );

const leftBehind = (report: Report): readonly string[] =>
  listed(
    'Left behind on the target:',
    leftBehindIn(report).map(({ reason, things }) => `${reason}: ${things.join(', ')}`),
  );

/** What would have to be there for the rest to be verified, each reason with the number of its requirements. */
const missingOf = (report: Report): readonly string[] =>
  listed(
    'Not verified:',
    openReasonsIn(report).map(({ reason, ids }) => `${String(ids.length).padStart(3)}  ${reason}`),
  );
