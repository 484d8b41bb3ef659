import { warningsIn } from '../failure.ts';
import { observationOf, weightOf } from '../words.ts';
import { foldedExchange } from './exchange.ts';
import { html } from './markup.ts';
import { markOf } from './status.ts';
import type { Cause } from '../causes.ts';
import type { Failure } from '../failure.ts';
import type { Report } from '../report.ts';
import type { Html } from './markup.ts';

/** The element that shows a cause. */
export const causeId = (index: number): string => `cause-${index + 1}`;

const command = (label: string, line: string | undefined): Html | undefined =>
  line === undefined
    ? undefined
    : html`<div class="command"><span>${label}</span><code>${line}</code><button type="button" data-copy>Copy</button></div>`;

const factsOf = (failure: Failure): Html => {
  const observation = observationOf(failure);
  return html`<dl class="comparison">
${observation !== undefined && html`<dt>observed</dt><dd class="mono">${observation}</dd>`}
<dt>demanded</dt><dd>${failure.demand}</dd>
${failure.comparison.map(({ label, words }) => html`<dt>${label}</dt><dd class="mono ${label.replace(' ', '-')}">${words}</dd>`)}
${failure.hint !== undefined && html`<dt>perhaps</dt><dd>${failure.hint}</dd>`}
</dl>`;
};

/** A failure with all its exchanges and how to see it again. */
const failureBody = (failure: Failure): Html => html`${factsOf(failure)}
<div class="exchanges">${failure.exchanges.map((exchange) => foldedExchange(exchange, exchange === failure.judged))}</div>
${command('curl', failure.curl)}${command('replay', failure.replay)}`;

const requirementLine = ({ id, status, text, level, section }: Failure['requirements'][number]): Html =>
  html`<li>${markOf(status)}<a class="id" href="#${id}">${id}</a><span class="text">${text}</span><span class="where">${level} · ${section}</span></li>`;

const otherFailure = (
  failure: Failure,
): Html => html`<details class="other"><summary>${markOf(failure.status)}<span class="mono">${failure.audit}</span><span class="text">${failure.demand}</span></summary>
<div class="inside">${failureBody(failure)}</div></details>`;

/** The most that a cause shows before the reader asks for more. */
const mostLines = 8;

const requirementLines = ({ requirements }: Cause): Html => {
  const lines = requirements.map(requirementLine);
  const rest = lines.slice(mostLines);
  return html`<ul class="lines">${lines.slice(0, mostLines)}</ul>
${rest.length > 0 && html`<details class="more"><summary>${rest.length} more requirements</summary><ul class="lines">${rest}</ul></details>`}`;
};

const routesOf = (routes: Cause['routes']): Html | undefined => {
  if (routes.length < 2) return undefined;
  const list = html`<p class="routes">${routes.map((route) => html`<code>${route}</code>`)}</p>`;
  return html`<details class="more"${routes.length <= mostLines && html` open`}><summary>At ${routes.length} routes</summary>${list}</details>`;
};

const causeCard = (cause: Cause, index: number): Html => {
  const [example, ...others] = cause.failures;
  const { routes, requirements } = cause;
  return html`<details class="card cause item" id="${causeId(index)}" data-ids="${requirements.map(({ id }) => id).join(' ')}"${index < 3 && html` open`}>
<summary><span class="number">${index + 1}</span><span class="title">${cause.title}</span><span class="weight">${weightOf(cause)}</span></summary>
<div class="inside">
${requirementLines(cause)}
${routesOf(routes)}
<h4>Shown by <span class="mono">${example.audit}</span></h4>
${failureBody(example)}
${others.length > 0 && html`<h4>Also in ${others.length === 1 ? 'one more audit' : `${others.length} more audits`}</h4>${others.map(otherFailure)}`}
</div></details>`;
};

/** What failed, by cause. */
export const causesSection = (causes: readonly Cause[]): Html | undefined =>
  causes.length === 0
    ? undefined
    : html`<section id="causes" aria-labelledby="causes-title"><h2 id="causes-title">Causes of failure</h2>
${causes.map(causeCard)}</section>`;

const warningCard = (warning: Failure): Html => {
  const { requirements, audit } = warning;
  return html`<details class="card warning item" data-ids="${requirements.map(({ id }) => id).join(' ')}">
<summary>${markOf('WARN')}<span class="title">${warning.demand}</span><span class="weight mono">${audit}</span></summary>
<div class="inside"><ul class="lines">${requirements.map(requirementLine)}</ul>${failureBody(warning)}</div></details>`;
};

/** What is only recommended and not followed. */
export const warningsSection = (report: Report): Html | undefined => {
  const warnings = warningsIn(report);
  if (warnings.length === 0) return undefined;
  return html`<section id="warnings" aria-labelledby="warnings-title"><h2 id="warnings-title">Recommendations that are not followed</h2>
${warnings.map(warningCard)}</section>`;
};
