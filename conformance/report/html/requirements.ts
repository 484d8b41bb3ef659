import { groupBy } from '../group-by.ts';
import { getCauseId } from './causes.ts';
import { describeSection } from '../../requirements/description-sections.ts';
import { renderBriefExchange, renderExchange } from './exchange.ts';
import { html } from '#spec/text/html.ts';
import { renderStatusMark, orderedStatuses, getStatusWord } from './status-mark.ts';
import type { AuditOutcome, Status } from '../../runner/audit-outcome.ts';
import type { RequirementResult } from '../../runner/requirement-result.ts';
import type { Cause } from '../failure-causes.ts';
import type { Report } from '../report.ts';
import type { Html } from '#spec/text/html.ts';

const provenanceTexts: Readonly<Record<RequirementResult['provenance'], string>> = {
  STATED: 'stated in the description',
  DEDUCED: 'follows from the description',
  NOT_SHOWN: 'not shown in the description: observed only',
  SILENT: 'the description is silent: observed only',
  CONFLICT: 'the description reads both ways: either reading passes',
};

/** Returns the id of the element that shows a section. */
export const getSectionId = (section: string): string =>
  `section-${section.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

/** Renders all requirements by section, each with its audits. */
export const renderRequirementsSection = (report: Report, causes: readonly Cause[]): Html => {
  const getCauseIndex = (result: RequirementResult): number =>
    causes.findIndex(({ requirements }) => requirements.includes(result));
  const row = (result: RequirementResult): Html => {
    const cause = getCauseIndex(result);
    const audits = report.audits.filter(({ requirements }) => requirements.includes(result.id));
    return renderRequirementRow(result, audits, cause < 0 ? undefined : cause);
  };
  return html`<section id="requirements" aria-labelledby="requirements-title"><h2 id="requirements-title">Requirements</h2>
${groupBy(report.requirements, ({ section }) => section).map(
  ([
    section,
    results,
  ]) => html`<div class="chapter" id="${getSectionId(section)}"><h3>${section}<span class="tally">${renderTally(results)}</span></h3>
<div class="rows">${results.map(row)}</div></div>`,
)}
<p class="nothing" id="nothing" hidden>No requirement matches. <button type="button" id="reset">Show all</button></p></section>`;
};

const renderTally = (results: readonly RequirementResult[]): readonly Html[] =>
  orderedStatuses.flatMap((status) => {
    const count = results.filter((result) => result.status === status).length;
    return count === 0
      ? []
      : [html`<span class="count ${status}" title="${getStatusWord(status)}">${count}</span>`];
  });

/** Statuses for which the message says which assertion did not hold. */
const assertedStatuses: readonly Status[] = ['FAIL', 'FLAKY', 'WARN'];

const renderRequirementRow = (
  result: RequirementResult,
  audits: readonly AuditOutcome[],
  cause: number | undefined,
): Html => {
  const { id, status, text, level, profile, section, provenance, message } = result;
  return html`<details class="row item" id="${id}" data-status="${status}" data-profile="${profile}" data-section="${section}">
<summary>${renderStatusMark(status)}<span class="id">${id}</span><span class="text">${text}</span><span class="where">${level} · ${profile}</span></summary>
<div class="inside">
${message !== undefined && html`<p class="message-line">${assertedStatuses.includes(status) && html`<span class="quiet">required:</span> `}${message}</p>`}
${cause !== undefined && html`<p><a class="to-cause" href="#${getCauseId(cause)}">See cause ${cause + 1}</a></p>`}
${audits.map((outcome) => renderAudit(outcome, cause !== undefined))}
<p class="quiet fine"><a href="#${id}" aria-label="Link to ${id}">#${id}</a> · ${section}, ${describeSection(section)} · ${provenanceTexts[provenance]}</p>
</div></details>`;
};

/** Statuses whose exchanges are shown with headers and whole bodies. */
const detailedStatuses: readonly Status[] = [
  'NOT_VERIFIED',
  'OBSERVED',
  'WARN',
  'FLAKY',
  'HARNESS_ERROR',
  'FAIL',
];

const renderAudit = (
  { audit, status, ms, observations, exchanges, asserted }: AuditOutcome,
  isShownElsewhere: boolean,
): Html => {
  const observed = Object.entries(observations);
  return html`<div class="audit"><h4>${renderStatusMark(status)}<span class="mono">${audit}</span><span class="ms">${ms} ms</span></h4>
${observed.length > 0 && html`<dl class="headers">${observed.map(([name, value]) => html`<div><dt>${name}</dt><dd>${JSON.stringify(value)}</dd></div>`)}</dl>`}
${exchanges.map((exchange, index) =>
  detailedStatuses.includes(status)
    ? renderExchange(exchange, index === asserted, !isShownElsewhere)
    : renderBriefExchange(exchange),
)}</div>`;
};
