import { countCells } from '../../replay/coverage.ts';
import { triggersIn } from '../../replay/events/cells.ts';
import { eventMatrix, operationMatrix, toldCoverage } from '../matrix.ts';
import { html } from './markup.ts';
import type { Matrix } from '../matrix.ts';
import type { Report } from '../report.ts';
import type { Html } from './markup.ts';

const signs = { asserted: '●', observed: '○', unreachable: '·', missing: '✕' } as const;

type States = keyof typeof signs;

const legend = (cells: Report['coverage'] | Report['events']): Html => {
  const counts = countCells(cells);
  return html`<p class="legend">${(Object.keys(signs) as States[]).map((state) => html`<span><i class="cell ${state}" aria-hidden="true">${signs[state]}</i>${counts[state]} ${state}</span>`)}</p>`;
};

const cell = (state: States | undefined): Html =>
  state === undefined
    ? html`<td></td>`
    : html`<td><i class="cell ${state}" title="${state}"><span aria-hidden="true">${signs[state]}</span><span class="unseen">${state}</span></i></td>`;

const table = (
  caption: string,
  corner: string,
  { columns, rows }: Matrix,
  note: (title: string) => string | undefined = () => undefined,
): Html => html`<div class="scroll"><table class="matrix"><caption>${caption}</caption>
<thead><tr><th scope="col">${corner}</th>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(({ title, states }) => {
  const text = note(title);
  return html`<tr><th scope="row">${title}${text !== undefined && html`<small>${text}</small>`}</th>${states.map(cell)}</tr>`;
})}</tbody></table></div>`;

const reasons = ({ reasons: found }: Matrix): Html | undefined =>
  found.length === 0
    ? undefined
    : html`<details class="more"><summary>Why ${found.reduce((sum, { cells }) => sum + cells.length, 0)} cells were not seen</summary>
<dl class="reasons">${found.map(({ state, reason, cells }) => html`<dt><i class="cell ${state}" title="${state}">${signs[state]}</i>${reason}</dt><dd>${cells.join(', ')}</dd>`)}</dl></details>`;

/** What the run saw of the interface description and of the event catalog. */
export const coverageSection = (report: Report): Html | undefined => {
  const { events, undocumented } = report;
  const coverage = toldCoverage(report);
  if (coverage.length === 0 && events.length === 0) return undefined;
  const operations = operationMatrix(coverage);
  const kinds = eventMatrix(events);
  const triggers = new Map(triggersIn(events).map(({ kind, trigger }) => [kind, trigger]));
  return html`<section id="coverage" aria-labelledby="coverage-title"><h2 id="coverage-title">Coverage</h2>
${
  coverage.length > 0 &&
  html`<h3>Interface description</h3>${legend(coverage)}
${table('Operation by documented status', 'operation', operations)}${reasons(operations)}`
}
${
  undocumented.length > 0 &&
  html`<details class="more"><summary>${undocumented.length} statuses that the interface description does not name</summary>
<ul class="briefs">${undocumented.map(({ operation, status, request }) => html`<li class="brief"><span class="method">${status}</span><span class="path">${request}</span><span class="ms">${operation}</span></li>`)}</ul></details>`
}
${
  events.length > 0 &&
  html`<h3>Event catalog</h3>${legend(events)}
${table('Event kind by what it was tried for', 'event kind', kinds, (kind) => triggers.get(kind))}${reasons(kinds)}`
}</section>`;
};
