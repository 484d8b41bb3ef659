import { groupBy } from '../group.ts';
import { causeId } from './causes.ts';
import { briefExchange, foldedExchange } from './exchange.ts';
import { html } from './markup.ts';
import { markOf, shownStatuses, wordOf } from './status.ts';
import type { AuditOutcome, Status } from '../../engine/outcome.ts';
import type { RequirementResult } from '../../engine/settle.ts';
import type { Cause } from '../causes.ts';
import type { Report } from '../report.ts';
import type { Html } from './markup.ts';

const provenances: Readonly<Record<RequirementResult['provenance'], string>> = {
  STATED: 'stated in the description',
  DEDUCED: 'follows from the description',
  NOT_SHOWN: 'not shown in the description: observed only',
  SILENT: 'the description is silent: observed only',
  CONFLICT: 'the description reads both ways: either is taken',
};

/** The element of a section. */
export const sectionId = (section: string): string =>
  `section-${section.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

/** Every requirement by section, each with the audits that answer for it. */
export const requirementsSection = (report: Report, causes: readonly Cause[]): Html => {
  const causeOf = (result: RequirementResult): number =>
    causes.findIndex(({ requirements }) => requirements.includes(result));
  const row = (result: RequirementResult): Html => {
    const cause = causeOf(result);
    const audits = report.audits.filter(({ requirements }) => requirements.includes(result.id));
    return requirementRow(result, audits, cause < 0 ? undefined : cause);
  };
  return html`<section id="requirements" aria-labelledby="requirements-title"><h2 id="requirements-title">Requirements</h2>
${groupBy(report.requirements, ({ section }) => section).map(
  ([
    section,
    results,
  ]) => html`<div class="chapter" id="${sectionId(section)}"><h3>${section}<span class="tally">${tallyOf(results)}</span></h3>
<div class="rows">${results.map(row)}</div></div>`,
)}
<p class="nothing" id="nothing" hidden>No requirement matches. <button type="button" id="reset">Show all</button></p></section>`;
};

const tallyOf = (results: readonly RequirementResult[]): readonly Html[] =>
  shownStatuses.flatMap((status) => {
    const count = results.filter((result) => result.status === status).length;
    return count === 0 ? [] : [html`<span class="count ${status}" title="${wordOf(status)}">${count}</span>`];
  });

/** What these say is what did not hold. */
const isJudged: readonly Status[] = ['FAIL', 'FLAKY', 'WARN'];

const requirementRow = (
  result: RequirementResult,
  audits: readonly AuditOutcome[],
  cause: number | undefined,
): Html => {
  const { id, status, text, level, profile, section, provenance, message } = result;
  return html`<details class="row item" id="${id}" data-status="${status}" data-profile="${profile}" data-section="${section}">
<summary>${markOf(status)}<span class="id">${id}</span><span class="text">${text}</span><span class="where">${level} · ${profile}</span></summary>
<div class="inside">
${message !== undefined && html`<p class="message-line">${isJudged.includes(status) && html`<span class="quiet">demanded:</span> `}${message}</p>`}
${cause !== undefined && html`<p><a class="to-cause" href="#${causeId(cause)}">See cause ${cause + 1}</a></p>`}
${audits.map((outcome) => auditPart(outcome, cause === undefined))}
<p class="quiet fine"><a href="#${id}" aria-label="Link to ${id}">#${id}</a> · ${section} · ${provenances[provenance]}</p>
</div></details>`;
};

/** What passed needs no bodies; what failed shows them with its cause. */
const isTold: readonly Status[] = ['NOT_VERIFIED', 'OBSERVED', 'WARN', 'FLAKY', 'HARNESS_ERROR', 'FAIL'];

const auditPart = ({ audit, status, ms, observations, exchanges }: AuditOutcome, isAlone: boolean): Html => {
  const observed = Object.entries(observations);
  return html`<div class="audit"><h4>${markOf(status)}<span class="mono">${audit}</span><span class="ms">${ms} ms</span></h4>
${observed.length > 0 && html`<dl class="headers">${observed.map(([name, value]) => html`<div><dt>${name}</dt><dd>${JSON.stringify(value)}</dd></div>`)}</dl>`}
${
  isAlone && isTold.includes(status)
    ? exchanges.map((exchange) => foldedExchange(exchange))
    : exchanges.length > 0 && html`<ul class="briefs">${exchanges.map(briefExchange)}</ul>`
}</div>`;
};
