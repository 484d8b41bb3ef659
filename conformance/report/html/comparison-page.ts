import { describeSection } from '../requirement-source.ts';
import { formatDay, formatMainCounts } from '../compare-reports.ts';
import { formatCount } from '../failure-text.ts';
import { groupBy } from '../group-by.ts';
import { comparisonScript } from './comparison-script.ts';
import { comparisonStyle } from './comparison-style.ts';
import { renderDocument } from './html-document.ts';
import { html } from '#spec/text/html.ts';
import { getSectionId } from './requirements.ts';
import { getStatusWord, orderedStatuses, renderStatusMark } from './status-mark.ts';
import { renderStatusBar } from './status-bar.ts';
import type { Html } from '#spec/text/html.ts';
import type { ComparisonColumn, ComparisonRow, ReportComparison } from '../compare-reports.ts';
import type { Report } from '../report.ts';
import type { Status } from '../../runner/audit-outcome.ts';

/** Renders a comparison as a single page that loads nothing, escapes all text, and is readable without its script. */
export const renderComparisonPage = (comparison: ReportComparison): string => {
  const { columns, rows, hasOtherKits } = comparison;
  const differing = rows.filter(({ differs }) => differs).length;
  return renderDocument(
    `Conformance of ${columns.map(({ title }) => title).join(', ')}`,
    comparisonScript,
    html`<header class="hero"><div class="wide"><p class="eyebrow">Scene Runtime Control API</p><h1>Conformance of ${formatCount(columns.length, isOneImplementation(columns) ? 'run' : 'implementation')}</h1>
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
): Html => html`<details class="area" id="${getSectionId(section)}" open><summary><span class="name">${section} <a href="#${getSectionId(section)}" aria-label="Link to ${section}">#</a><small>${describeSection(section)}</small></span>
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
