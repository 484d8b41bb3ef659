import { listKeys } from '../../json.ts';
import { countCells } from '../../coverage/status-coverage.ts';
import { listTriggers } from '../../coverage/events/event-coverage.ts';
import { createEventMatrix, createOperationMatrix, getReportedCoverage } from '../coverage-matrix.ts';
import { html } from '#spec/text/html.ts';
import type { CoverageMatrix } from '../coverage-matrix.ts';
import type { Report } from '../report.ts';
import type { Html } from '#spec/text/html.ts';

const stateSigns = { asserted: '●', observed: '○', unreachable: '·', missing: '✕' } as const;

type CellState = keyof typeof stateSigns;

const renderLegend = (cells: Report['coverage'] | Report['events']): Html => {
  const counts = countCells(cells);
  return html`<p class="legend">${listKeys(stateSigns).map((state) => html`<span><i class="cell ${state}" aria-hidden="true">${stateSigns[state]}</i>${counts[state]} ${state}</span>`)}</p>`;
};

const renderCell = (state: CellState | undefined): Html =>
  state === undefined
    ? html`<td></td>`
    : html`<td><i class="cell ${state}" title="${state}"><span aria-hidden="true">${stateSigns[state]}</span><span class="unseen">${state}</span></i></td>`;

const renderMatrix = (
  caption: string,
  corner: string,
  { columns, rows }: CoverageMatrix,
  note: (title: string) => string | undefined = () => undefined,
): Html => html`<div class="scroll"><table class="matrix"><caption>${caption}</caption>
<thead><tr><th scope="col">${corner}</th>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(({ title, states }) => {
  const text = note(title);
  return html`<tr><th scope="row">${title}${text !== undefined && html`<small>${text}</small>`}</th>${states.map(renderCell)}</tr>`;
})}</tbody></table></div>`;

const renderReasons = ({ reasons: found }: CoverageMatrix): Html | undefined =>
  found.length === 0
    ? undefined
    : html`<details class="more"><summary>Why ${found.reduce((sum, { cells }) => sum + cells.length, 0)} cells were not seen</summary>
<dl class="reasons">${found.map(({ state, reason, cells }) => html`<dt><i class="cell ${state}" title="${state}">${stateSigns[state]}</i>${reason}</dt><dd>${cells.join(', ')}</dd>`)}</dl></details>`;

/** Renders the coverage of the interface description and of the event catalog. */
export const renderCoverageSection = (report: Report): Html | undefined => {
  const { events, undocumented } = report;
  const coverage = getReportedCoverage(report);
  if (coverage.length === 0 && events.length === 0) return undefined;
  const operations = createOperationMatrix(coverage);
  const kinds = createEventMatrix(events);
  const triggers = new Map(listTriggers(events).map(({ kind, trigger }) => [kind, trigger]));
  return html`<section id="coverage" aria-labelledby="coverage-title"><h2 id="coverage-title">Coverage</h2>
${
  coverage.length > 0 &&
  html`<h3>Interface description</h3>${renderLegend(coverage)}
${renderMatrix('Operation by documented status', 'operation', operations)}${renderReasons(operations)}`
}
${
  undocumented.length > 0 &&
  html`<details class="more"><summary>${undocumented.length} statuses that the interface description does not name</summary>
<ul class="briefs">${undocumented.map(({ operation, status, request }) => html`<li class="brief"><span class="method">${status}</span><span class="path">${request}</span><span class="ms">${operation}</span></li>`)}</ul></details>`
}
${
  events.length > 0 &&
  html`<h3>Event catalog</h3>${renderLegend(events)}
${renderMatrix('Event kind by what it was tried for', 'event kind', kinds, (kind) => triggers.get(kind))}${renderReasons(kinds)}`
}</section>`;
};
