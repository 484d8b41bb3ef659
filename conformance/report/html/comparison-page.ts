import { html, type Html } from '#spec/text/html.ts';
import { describeSection } from '../../requirements/description-sections.ts';
import {
  type ComparisonColumn,
  type ComparisonRow,
  formatDay,
  formatMainCounts,
  type ReportComparison,
} from '../compare-reports.ts';
import { formatCount } from '../failure-text.ts';
import { groupBy } from '../group-by.ts';
import { brandLine, renderDocument } from './html-document.ts';
import { getSectionId } from './requirements.ts';
import { getStatusWord, orderedStatuses, renderStatusBar, renderStatusMark } from './status-mark.ts';
import type { Status } from '../../runner/audit-outcome.ts';
import type { Report } from '../report.ts';

/** The style that only the matrix page needs. */
const comparisonStyle = `
.side { --cell: 8.5rem; } .side.many { --cell: 5.6rem; }
.side section + section { margin-top: 2.5rem; }
.implementations { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 0.9rem; }
.implementation { padding: 0.9rem 1.1rem 1.1rem; margin: 0; min-width: 0; } .implementation h3 { margin: 0 0 0.2rem; overflow-wrap: anywhere; }
.implementation .claim { font-weight: 650; font-size: 0.95rem; } .implementation .bar { margin-block: 0.6rem; }
.counts { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; font-size: 0.85rem; margin-bottom: 0.4rem; } .counts b { color: var(--tone); } .counts .NOT_VERIFIED, .counts .NOT_APPLICABLE, .counts .NO_AUDIT { --tone: var(--ink-3); }
.history { margin-top: 0.6rem; font-size: 0.88rem; } .history > summary, .why > summary { color: var(--accent); } .history ol { margin: 0.3rem 0 0; padding: 0; list-style: none; display: grid; gap: 0.5rem; } .history .bar { margin-block: 0.15rem; }
.state { display: inline-flex; gap: 0.4rem; align-items: center; font-size: 0.8rem; } .state .word { color: var(--ink-1); } .mark.NOT_VERIFIED, .mark.NOT_APPLICABLE, .mark.NO_AUDIT { --tone: var(--ink-3); }
.area { background: var(--bg-1); border: 1px solid var(--line); border-radius: 12px; margin-bottom: 0.9rem; }
.area > summary { display: flex; align-items: center; gap: 0.75rem; background: var(--well); border-radius: 12px; padding: 0.5rem 0; }
.area > summary::before { content: '›'; color: var(--ink-3); width: 0.5rem; margin-inline-start: 0.75rem; transition: rotate 0.12s; } .area[open] > summary::before { rotate: 90deg; }
.area .name { flex: 1; min-width: 0; font-weight: 620; } .area .name small { display: block; font-weight: 400; color: var(--ink-3); }
.tallies { display: grid; grid-auto-flow: column; grid-auto-columns: var(--cell); font-size: 0.8rem; text-align: center; } .tallies .tally { justify-content: center; flex-wrap: wrap; } .share { display: inline-flex; gap: 0.25rem; align-items: center; margin-inline-end: 0.35rem; color: var(--ink-1); } .tallies .mark { width: 1.05rem; height: 1.05rem; font-size: 0.65rem; }
.grid { table-layout: fixed; } .grid col.result { width: var(--cell); }
.grid th, .grid td { white-space: normal; overflow-wrap: anywhere; vertical-align: top; padding-block: 0.4rem; position: static; }
.side .grid thead th { position: sticky; top: var(--bar, 0px); z-index: 1; } .grid tbody th { text-align: start; font-family: inherit; } .grid tbody th .id { font-size: 0.8rem; color: var(--ink-1); } .grid tbody th .text { display: block; font-size: 0.9rem; text-wrap: pretty; }
tr[id] { scroll-margin-top: calc(var(--bar, 0px) + var(--head, 6.5rem)); } .grid thead small { display: block; font-weight: 400; }
.previous { display: block; color: var(--ink-3); } .why ul { display: grid; gap: 0.3rem; padding: 0.3rem 0 0.2rem; color: var(--ink-3); } .why b { color: var(--ink-1); }
.grid tr:target > * { background: var(--warn-wash); }
@media (max-width: 48rem) {
  tr[id] { scroll-margin-top: 0.5rem; } .toolbar select { min-width: 9rem; }
  .grid colgroup, .grid thead { display: none; } .grid, .grid tbody { display: block; }
  .grid tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); border-bottom: 1px solid var(--line); padding-block: 0.35rem; } .grid tr > * { border: 0; }
  .grid tbody th { grid-column: 1 / -1; } .grid td { text-align: start; } .grid td::before { content: attr(data-of); display: block; color: var(--ink-3); font-size: 0.75rem; }
  .area > summary { flex-wrap: wrap; padding-inline-end: 0.75rem; } .tallies { flex-basis: 100%; padding-inline-start: 2rem; grid-auto-flow: row; grid-auto-columns: auto; } .tallies .tally { justify-content: start; } .tally::before { content: attr(data-of) ' '; color: var(--ink-3); }
}
@media print { .area, .card { break-inside: avoid; } }
`;

/** The script of the matrix page: filters, folding, keys and links into folded areas. */
const comparisonScript = `
'use strict';
const one = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const fields = ['search', 'level', 'status', 'differing'].map(one);
const [search, level, status, differing] = fields;
const areas = all('details.area');
const rows = all('.area tr[id]');
const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));

const filter = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    row.hidden = !((!differing.checked || 'differs' in row.dataset)
      && (level.value === '' || row.dataset.level === level.value)
      && (status.value === '' || row.dataset.statuses.split(' ').includes(status.value))
      && words.every((word) => texts.get(row).includes(word)));
    if (!row.hidden) shown += 1;
  }
  for (const area of areas) area.hidden = all('tr[id]', area).every((row) => row.hidden);
  one('nothing').hidden = shown > 0;
  one('shown').textContent = shown === rows.length ? '' : shown + ' of ' + rows.length;
};

const fold = (isOpen) => {
  for (const area of areas) area.open = isOpen;
  one('fold').textContent = isOpen ? 'Collapse all' : 'Expand all';
};

/** Shows what the address names: unfiltered, unfolded and in view. */
const follow = () => {
  const target = one(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) {
    for (const field of [search, level, status]) field.value = '';
    differing.checked = false;
    filter();
  }
  for (let inside = target; inside; inside = inside.parentElement) {
    if (inside.localName === 'details') inside.open = true;
  }
  target.scrollIntoView({ block: 'start' });
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === search && event.key === 'Escape') {
    search.value = '';
    filter();
    search.blur();
  } else if (event.key === '/' && !event.target.matches('input, select')) {
    event.preventDefault();
    search.focus();
  }
});

one('fold').addEventListener('click', () => fold(areas.every((area) => !area.open)));
for (const field of fields) field.addEventListener('input', filter);
one('toolbar').hidden = false;
// Links lead to a position below the toolbar and the names, whose heights depend on the width of the window.
const measure = () => {
  const heads = all('thead').map((head) => head.offsetHeight);
  document.documentElement.style.setProperty('--bar', one('toolbar').offsetHeight + 'px');
  document.documentElement.style.setProperty('--head', Math.max(...heads) + 'px');
};
new ResizeObserver(measure).observe(one('toolbar'));
measure();
filter();
addEventListener('hashchange', follow);
follow();
`;

/** Renders a comparison as a single page that loads nothing, escapes all text, and is readable without its script. */
export const renderComparisonPage = (comparison: ReportComparison): string => {
  const { columns, rows, hasOtherKits } = comparison;
  const differing = rows.filter(({ differs }) => differs).length;
  return renderDocument(
    `Conformance of ${columns.map(({ title }) => title).join(', ')}`,
    comparisonScript,
    html`<header class="hero"><div class="wide">${brandLine}<p class="eyebrow">Scene Runtime Control API</p><h1>Conformance of ${formatCount(columns.length, isOneImplementation(columns) ? 'run' : 'implementation')}</h1>
<p class="lead">${differing} of ${rows.length} requirements differ.${hasOtherKits && ' These reports come from different versions of the kit, which may explain differences.'}</p>
</div></header>
<div class="toolbar" id="toolbar" role="search" hidden><div class="wide"><label class="search"><span class="unseen">Search</span><input type="search" id="search" placeholder="Search ids, texts, messages" autocomplete="off" spellcheck="false"><kbd>/</kbd></label>
${renderLevelSelect(rows)}${renderStatusSelect(rows)}
<label class="check"><input type="checkbox" id="differing"> only where they differ</label>
<button type="button" id="fold">Collapse all</button><output id="shown"></output></div></div>
<main class="wide side${columns.length > maxWideColumns && ' many'}">
<section aria-labelledby="implementations"><h2 id="implementations">Implementations</h2>
<div class="implementations">${columns.map(renderImplementation)}</div></section>
<section aria-labelledby="profiles"><h2 id="profiles">Profiles</h2>${renderProfiles(comparison)}</section>
<section aria-labelledby="requirements"><h2 id="requirements">Requirements</h2>${renderLegend(rows)}
${groupBy(rows, ({ section }) => section).map(([section, group]) => renderArea(section, group, columns))}
<p class="nothing" id="nothing" hidden>No requirement matches.</p></section>
</main>`,
    comparisonStyle,
  );
};

/** Maximum number of columns that are wide enough for a line of text. */
const maxWideColumns = 5;

/** Whether all columns are runs of the same implementation. */
const isOneImplementation = (columns: readonly ComparisonColumn[]): boolean =>
  columns.length > 1 &&
  new Set(columns.map(({ report }) => report.target.name ?? report.target.url)).size === 1;

const renderLevelSelect = (rows: readonly ComparisonRow[]): Html =>
  html`<select id="level" aria-label="Level"><option value="">Every level</option>${[...new Set(rows.map(({ level }) => level))].map((level) => html`<option>${level}</option>`)}</select>`;

const listFoundStatuses = (rows: readonly ComparisonRow[]): readonly Status[] =>
  orderedStatuses.filter((status) => rows.some(({ statuses }) => statuses.includes(status)));

const renderStatusSelect = (rows: readonly ComparisonRow[]): Html =>
  html`<select id="status" aria-label="Status"><option value="">Every status</option>${listFoundStatuses(rows).map((status) => html`<option value="${status}">${getStatusWord(status)} in any</option>`)}</select>`;

const renderLegend = (rows: readonly ComparisonRow[]): Html =>
  html`<p class="legend">${listFoundStatuses(rows).map(renderStatus)}</p>`;

const renderStatus = (status: Status): Html =>
  html`<span class="state ${status}">${renderStatusMark(status)}<span class="word" aria-hidden="true">${getStatusWord(status)}</span></span>`;

const renderImplementation = ({ title, headline, report, earlier }: ComparisonColumn): Html => {
  const { counts, startedAt, seed, stamp, only, requirements } = report;
  return html`<article class="card implementation"><h3>${title}</h3>
<p class="claim ${headline.tone}">${headline.verdict}</p><p class="quiet fine">${headline.detail}</p>
${renderStatusBar(requirements.map(({ status }) => status))}
<ul class="counts">${orderedStatuses.filter((status) => counts[status] > 0).map((status) => html`<li class="${status}"><b>${counts[status]}</b> ${getStatusWord(status)}</li>`)}</ul>
<p class="quiet fine">Run on <time datetime="${startedAt}">${formatDay(startedAt)}</time>, kit <code>${stamp.kit.slice(0, 8)}</code>, manifest <code>${stamp.manifest.slice(0, 8)}</code>, seed ${seed}${only && `, only ${only.join(' ')}`}</p>
${earlier.length > 0 && renderHistory([...earlier, report])}</article>`;
};

/** Renders the share of each status in all runs of an implementation, as a picture and as text. */
const renderHistory = (
  reports: readonly Report[],
): Html => html`<details class="history" open><summary>The last ${reports.length} runs</summary>
<ol>${reports
  .toReversed()
  .map(
    (report) =>
      html`<li><time datetime="${report.startedAt}">${formatDay(report.startedAt)}</time> ${report.target.version}${renderStatusBar(report.requirements.map(({ status }) => status))}<span class="quiet fine">${formatMainCounts(report)}</span></li>`,
  )}</ol></details>`;

const renderProfiles = ({
  columns,
  profiles,
}: ReportComparison): Html => html`<div class="area"><table class="grid">
${renderColumnHeads('Profile', columns)}
<tbody>${profiles.map(
  ({ profile, claims }) =>
    html`<tr><th scope="row">${profile}</th>${claims.map(
      (claim, index) =>
        html`<td data-of="${columns[index]?.label}">${claim === undefined ? html`<span class="quiet">not claimed</span>` : html`<span class="claim ${claim.verdict.replace(' ', '-')}">${claim.verdict} ${claim.verified}/${claim.musts}</span>`}</td>`,
    )}</tr>`,
)}</tbody></table></div>`;

const renderColumnHeads = (corner: string, columns: readonly ComparisonColumn[]): Html =>
  html`<colgroup><col>${columns.map(() => html`<col class="result">`)}</colgroup>
<thead><tr><th scope="col">${corner}</th>${columns.map(({ title, label, report }) => html`<th scope="col" title="${title}">${label}${label !== title && html`<small>${report.target.version}</small>`}</th>`)}</tr></thead>`;

/** Statuses that need no attention. */
const goodStatuses: readonly Status[] = ['PASS', 'OBSERVED', 'NOT_APPLICABLE', 'NO_AUDIT'];
/** Statuses for which an area's line counts the requirements. */
const talliedStatuses: readonly Status[] = ['PASS', 'FAIL', 'FLAKY', 'HARNESS_ERROR', 'WARN', 'NOT_VERIFIED'];

const renderArea = (
  section: string,
  rows: readonly ComparisonRow[],
  columns: readonly ComparisonColumn[],
): Html => html`<details class="area" id="${getSectionId(section)}" open><summary><span class="name">${section}<small>${describeSection(section)}</small></span>
<span class="tallies">${columns.map((column, index) =>
  renderAreaTally(
    column,
    rows.map(({ statuses }) => statuses[index]),
  ),
)}</span></summary>
<table class="grid"><caption>${section}</caption>
${renderColumnHeads('Requirement', columns)}
<tbody>${rows.map((row) => renderRow(row, columns))}</tbody></table></details>`;

const renderAreaTally = ({ title, label }: ComparisonColumn, found: readonly (Status | undefined)[]): Html =>
  html`<span class="tally" data-of="${label}"><span class="unseen">${title}: </span>${talliedStatuses.map(
    (status) => {
      const count = found.filter((one) => one === status).length;
      return (
        count > 0 && html`<span class="share ${status}"><b>${count}</b> ${renderStatusMark(status)}</span> `
      );
    },
  )}</span>`;

const renderRow = (row: ComparisonRow, columns: readonly ComparisonColumn[]): Html => {
  const { id, text, level, profile, results, differs } = row;
  return html`<tr id="${id}" data-level="${level}" data-statuses="${results.map((result) => result?.status).join(' ')}"${differs && html` data-differs`}><th scope="row"><a class="id" href="#${id}">${id}</a> <span class="where">${level} · ${profile}</span><span class="text">${text}</span>${renderMessages(row, columns)}</th>${results.map(
    (result, index) =>
      html`<td data-of="${columns[index]?.label}">${result === undefined ? html`<span class="quiet">not in its report</span>` : renderStatus(result.status)}${result?.previousStatus && html`<small class="previous">was ${getStatusWord(result.previousStatus)}</small>`}</td>`,
  )}</tr>`;
};

/** Renders what the implementations lack, each with its message. */
const renderMessages = (
  { results }: ComparisonRow,
  columns: readonly ComparisonColumn[],
): Html | undefined => {
  const messages = results.flatMap((result, index) =>
    result?.message === undefined || goodStatuses.includes(result.status)
      ? []
      : [html`<li><b>${columns[index]?.label}</b> ${getStatusWord(result.status)}: ${result.message}</li>`],
  );
  return messages.length === 0
    ? undefined
    : html`<details class="why"><summary>Why</summary><ul>${messages}</ul></details>`;
};
