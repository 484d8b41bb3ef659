import { groupBy } from '../group-by.ts';
import { renderDocument } from './html-document.ts';
import { html } from './html-template.ts';
import { renderStatusMark } from './status-mark.ts';
import type { Html } from './html-template.ts';
import type { ReportComparison } from '../compare-reports.ts';

/**
 * Hides requirements that don't match the search. On the reader's request, also hides requirements with equal results
 * in all columns.
 */
const filterScript = `
'use strict';
const [search, differing] = ['search', 'differing'].map((id) => document.getElementById(id));
const bodies = [...document.querySelectorAll('.judged')];
const filter = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const body of bodies) {
    const rows = [...body.querySelectorAll('tr[id]')];
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = (differing.checked && !('differs' in row.dataset)) || !words.every((word) => text.includes(word));
    }
    body.hidden = rows.every((row) => row.hidden);
  }
};
for (const field of [search, differing]) field.addEventListener('input', filter);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === search) return;
  event.preventDefault();
  search.focus();
});
document.getElementById('toolbar').hidden = false;
filter();
`;

/** Renders a comparison as a single page that loads nothing and escapes all text. */
export const renderComparisonPage = (matrix: ReportComparison): string => {
  const { columns, rows, hasOtherKits } = matrix;
  const differing = rows.filter(({ differs }) => differs).length;
  return renderDocument(
    `Conformance of ${columns.map(({ title }) => title).join(', ')}`,
    filterScript,
    html`<header class="hero"><div class="wide"><p class="eyebrow">Conformance</p><h1>${columns.length} reports side by side</h1>
<p class="lead">${differing} of ${rows.length} requirements differ.${hasOtherKits && ' These reports come from different versions of the kit, which may explain differences.'}</p>
</div></header>
<div class="toolbar" id="toolbar" role="search" hidden><div class="wide"><label class="search"><span class="unseen">Search</span><input type="search" id="search" placeholder="Search requirements" autocomplete="off"><kbd>/</kbd></label>
<label class="check"><input type="checkbox" id="differing"> only where they differ</label></div></div>
<main class="wide side">
<div class="scroll"><table class="matrix">
<thead><tr><th scope="col">Requirement</th>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody><tr><th scope="row">Verdict</th>${columns.map(({ headline: { verdict, detail, tone } }) => html`<td class="claim ${tone}" title="${detail}">${verdict}</td>`)}</tr>
${renderProfileRows(matrix)}</tbody>
${groupBy(rows, ({ section }) => section).map(
  ([
    section,
    group,
  ]) => html`<tbody class="judged"><tr class="part"><th colspan="${columns.length + 1}" scope="rowgroup">${section}</th></tr>
${group.map(
  ({ id, text, statuses, differs }) =>
    html`<tr id="${id}"${differs && html` data-differs`}><th scope="row"><a href="#${id}">${id}</a><small>${text}</small></th>${statuses.map((status) => html`<td>${status === undefined ? '' : renderStatusMark(status)}</td>`)}</tr>`,
)}</tbody>`,
)}
</table></div>
</main>`,
  );
};

const renderProfileRows = ({ profiles }: ReportComparison): readonly Html[] =>
  profiles.map(
    ({ profile, claims }) =>
      html`<tr><th scope="row">${profile}</th>${claims.map((claim) =>
        claim === undefined
          ? html`<td></td>`
          : html`<td class="claim ${claim.verdict.replace(' ', '-')}">${claim.verdict} ${claim.verified}/${claim.musts}</td>`,
      )}</tr>`,
  );
