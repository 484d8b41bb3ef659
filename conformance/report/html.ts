import { createHash } from 'node:crypto';
import { countCells } from '../replay/coverage.ts';
import { triggersIn } from '../replay/events/cells.ts';
import { escaped } from './escape.ts';
import { failuresIn } from './failure.ts';
import { detailsOf } from './words.ts';
import { eventMatrix, operationMatrix } from './matrix.ts';
import { statuses } from './report.ts';
import type { RequirementResult } from '../engine/settle.ts';
import type { Failure } from './failure.ts';
import type { Matrix } from './matrix.ts';
import type { Report } from './report.ts';

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { font-weight: bold; text-align: start; }
th, td { border: 1px solid #8888; padding: 0.2rem 0.6rem; text-align: start; vertical-align: top; }
pre { overflow-x: auto; padding: 0.6rem; border: 1px solid #8888; white-space: pre-wrap; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
.bad { border-inline-start: 0.4rem solid #d33; padding-inline-start: 0.6rem; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

type Row = readonly (string | number)[];

const cellOf = (text: string | number): string => `<td>${escaped(String(text))}</td>`;

const table = (caption: string, head: readonly string[], rows: readonly Row[]): string =>
  [
    `<div class="scroll"><table><caption>${escaped(caption)}</caption>`,
    `<thead><tr>${head.map((text) => `<th scope="col">${escaped(text)}</th>`).join('')}</tr></thead><tbody>`,
    ...rows.map(
      ([first = '', ...rest]) =>
        `<tr><th scope="row">${escaped(String(first))}</th>${rest.map(cellOf).join('')}</tr>`,
    ),
    '</tbody></table></div>',
  ].join('\n');

/** The report as one page: no script, nothing loaded, every text escaped. */
export const htmlReport = (report: Report): string => {
  const { target, startedAt, durationMs, seed, stamp, profiles, counts, problem } = report;
  const title = `Conformance of ${[target.name ?? target.url, target.version].filter(Boolean).join(' ')}`;
  const failures = failuresIn(report);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<h1>${escaped(title)}</h1>`,
    `<p>${escaped(`${target.url}, ${startedAt}, ${Math.round(durationMs / 100) / 10} s, seed ${seed}`)}</p>`,
    ...(problem === undefined ? [] : [`<p class="bad">${escaped(problem)}</p>`]),
    table(
      'Verdicts',
      ['profile', 'verdict', 'verified MUST', 'failed'],
      profiles.map(({ profile, verdict, verified, musts, failed }) => [
        profile,
        verdict,
        `${verified} of ${musts}`,
        failed.join(', '),
      ]),
    ),
    `<p>${escaped(statuses.map((status) => `${counts[status]} ${status}`).join(', '))}</p>`,
    ...(failures.length === 0 ? [] : ['<h2>Failures</h2>', ...failures.map(failureSection)]),
    '<h2>Requirements</h2>',
    ...sectionsOf(report.requirements),
    ...coverageSection(report),
    ...eventSection(report),
    '<h2>Excluded</h2>',
    table(
      'Statements that no audit judges',
      ['id', 'statement', 'reason'],
      report.excluded.map(({ id, text, reason }) => [id, text, reason]),
    ),
    `<p>${escaped(`Kit ${stamp.kit}, documents ${stamp.documents}, manifest ${stamp.manifest}`)}</p>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
};

const failureSection = (failure: Failure): string =>
  [
    '<section class="bad">',
    `<h3>${escaped(`${failure.status} ${failure.audit}`)}</h3>`,
    '<ul>',
    ...failure.requirements.map(({ id, level, text }) => `<li>${escaped(`${id} (${level}): ${text}`)}</li>`),
    '</ul>',
    `<p>${escaped(failure.demand)}</p>`,
    `<pre>${escaped(detailsOf(failure).join('\n'))}</pre>`,
    '</section>',
  ].join('\n');

const sectionsOf = (results: readonly RequirementResult[]): readonly string[] => {
  const sections = [...new Set(results.map(({ section }) => section))];
  return sections.map((section) =>
    table(
      section,
      ['id', 'status', 'level', 'statement', 'remark'],
      results
        .filter((result) => result.section === section)
        .map(({ id, status, level, text, message = '' }) => [id, status, level, text, message]),
    ),
  );
};

const countsIn = (cells: Report['coverage'] | Report['events']): string => {
  const { asserted, observed, unreachable, missing } = countCells(cells);
  return `<p>${asserted} asserted, ${observed} observed, ${unreachable} unreachable, ${missing} missing</p>`;
};

const reasonTable = ({ reasons }: Matrix): string =>
  table(
    'Why cells were not seen',
    ['reason', 'state', 'cells'],
    reasons.map(({ reason, state, cells }) => [reason, state, cells.join(', ')]),
  );

const coverageSection = ({ coverage, undocumented }: Report): readonly string[] => {
  if (coverage.length === 0) return [];
  const matrix = operationMatrix(coverage);
  return [
    '<h2>Coverage of the interface description</h2>',
    countsIn(coverage),
    table(
      'Operation by documented status',
      ['operation', ...matrix.columns],
      matrix.rows.map(({ title, states }) => [title, ...states.map((state) => state ?? '')]),
    ),
    reasonTable(matrix),
    ...(undocumented.length === 0
      ? []
      : [
          table(
            'Statuses that the interface description does not name',
            ['operation', 'status', 'request'],
            undocumented.map(({ operation, status, request }) => [operation, status, request]),
          ),
        ]),
  ];
};

const eventSection = ({ events }: Report): readonly string[] => {
  if (events.length === 0) return [];
  const matrix = eventMatrix(events);
  const triggers = new Map(triggersIn(events).map(({ kind, trigger }) => [kind, trigger]));
  return [
    '<h2>Coverage of the event catalog</h2>',
    countsIn(events),
    table(
      'Event kind by what it was tried for',
      ['event kind', 'set off when', ...matrix.columns],
      matrix.rows.map(({ title, states }) => [
        title,
        triggers.get(title) ?? '',
        ...states.map((state) => state ?? ''),
      ]),
    ),
    reasonTable(matrix),
  ];
};
