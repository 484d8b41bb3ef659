import { listWarnings } from '../failures.ts';
import { describeObservation, describeImpact, explainAssertion } from '../failure-text.ts';
import { describeSection } from '../../requirements/description-sections.ts';
import { renderExchange } from './exchange.ts';
import { html } from '#spec/text/html.ts';
import { renderStatusMark } from './status-mark.ts';
import type { Cause } from '../failure-causes.ts';
import type { Failure } from '../failures.ts';
import type { Report } from '../report.ts';
import type { Html } from '#spec/text/html.ts';

/** Returns the id of the element that shows a cause. */
export const getCauseId = (index: number): string => `cause-${index + 1}`;

const renderCommand = (label: string, line: string | undefined): Html | undefined =>
  line === undefined
    ? undefined
    : html`<div class="command"><span>${label}</span><code>${line}</code><button type="button" data-copy>Copy</button></div>`;

const renderFacts = (failure: Failure): Html => {
  const observation = describeObservation(failure);
  const { label: expectation, assertion, reasons } = explainAssertion(failure);
  return html`<dl class="comparison">
${observation !== undefined && html`<dt>observed</dt><dd class="mono">${observation}</dd>`}
<dt>${expectation}</dt><dd>${assertion}</dd>
${reasons.map((reason) => html`<dt>because</dt><dd>${reason}</dd>`)}
${failure.comparison.map(({ label, words }) => html`<dt>${label}</dt><dd class="mono ${label.replace(' ', '-')}">${words}</dd>`)}
${failure.hint !== undefined && html`<dt>hint</dt><dd>${failure.hint}</dd>`}
</dl>`;
};

/** Renders a failure with all its exchanges and how to reproduce it. */
const renderFailure = (failure: Failure): Html => html`${renderFacts(failure)}
<div class="exchanges">${failure.exchanges.map((exchange) => renderExchange(exchange, exchange === failure.assertedExchange))}</div>
${renderCommand('curl', failure.curl)}${renderCommand('replay', failure.replay)}`;

const renderRequirement = ({ id, status, text, level, section }: Failure['requirements'][number]): Html =>
  html`<li>${renderStatusMark(status)}<a class="id" href="#${id}">${id}</a><span class="text">${text}</span><span class="where">${level} · ${describeSection(section)}</span></li>`;

const renderOtherFailure = (
  failure: Failure,
): Html => html`<details class="other"><summary>${renderStatusMark(failure.status)}<span class="mono">${failure.audit}</span><span class="text">${failure.assertion}</span></summary>
<div class="inside">${renderFailure(failure)}</div></details>`;

/** Maximum number of lines in a cause's list before the reader expands the list. */
const maxLines = 8;

const renderRequirements = ({ requirements }: Cause): Html => {
  const lines = requirements.map(renderRequirement);
  const remaining = lines.slice(maxLines);
  return html`<ul class="lines">${lines.slice(0, maxLines)}</ul>
${remaining.length > 0 && html`<details class="more"><summary>${remaining.length} more requirements</summary><ul class="lines">${remaining}</ul></details>`}`;
};

const renderRoutes = (routes: Cause['routes']): Html | undefined => {
  if (routes.length < 2) return undefined;
  const list = html`<p class="routes">${routes.map((route) => html`<code>${route}</code>`)}</p>`;
  return html`<details class="more"${routes.length <= maxLines && html` open`}><summary>At ${routes.length} routes</summary>${list}</details>`;
};

const renderCause = (cause: Cause, index: number): Html => {
  const [example, ...others] = cause.failures;
  const { routes, requirements } = cause;
  return html`<details class="card cause item" id="${getCauseId(index)}" data-ids="${requirements.map(({ id }) => id).join(' ')}"${index < 3 && html` open`}>
<summary><span class="number">${index + 1}</span><h3 class="title">${cause.title}</h3><span class="weight">${describeImpact(cause)}</span></summary>
<div class="inside">
${renderRequirements(cause)}
${renderRoutes(routes)}
<h4>Shown by <span class="mono">${example.audit}</span></h4>
${renderFailure(example)}
${others.length > 0 && html`<h4>Also in ${others.length === 1 ? 'one more audit' : `${others.length} more audits`}</h4>${others.map(renderOtherFailure)}`}
</div></details>`;
};

/** Renders the failures, grouped by cause. */
export const renderCausesSection = (causes: readonly Cause[]): Html | undefined =>
  causes.length === 0
    ? undefined
    : html`<section id="causes" aria-labelledby="causes-title"><h2 id="causes-title">Causes of failure</h2>
${causes.map(renderCause)}</section>`;

const renderWarning = (warning: Failure): Html => {
  const { requirements, audit } = warning;
  return html`<details class="card warning item" data-ids="${requirements.map(({ id }) => id).join(' ')}">
<summary>${renderStatusMark('WARN')}<h3 class="title">${warning.assertion}</h3><span class="weight mono">${audit}</span></summary>
<div class="inside"><ul class="lines">${requirements.map(renderRequirement)}</ul>${renderFailure(warning)}</div></details>`;
};

/** Renders the recommendations that the target does not follow. */
export const renderWarningsSection = (report: Report): Html | undefined => {
  const warnings = listWarnings(report);
  if (warnings.length === 0) return undefined;
  return html`<section id="warnings" aria-labelledby="warnings-title"><h2 id="warnings-title">Recommendations not followed</h2>
${warnings.map(renderWarning)}</section>`;
};
