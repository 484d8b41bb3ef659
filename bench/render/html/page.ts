import { createHash } from 'node:crypto';
import { failuresOf } from '../../harness/report.ts';
import { cellsOf } from '../cells.ts';
import { goalHeading, goalRow } from '../goal-cells.ts';
import { growthHeading, growthLegend, growthRows, growthTitle } from '../growth-cells.ts';
import { headline, legend } from '../headline.ts';
import { Html, html } from './markup.ts';
import { curvesOf, plotsOf } from './plots.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { readPlotter } from './uplot.ts';
import type { BenchReport, ComparisonResult, GoalResult, SuiteResult } from '../../harness/report.ts';
import type { GrowthResult } from '../../harness/growth.ts';
import type { Plot } from './plots.ts';

/** The report as one page with plots: it loads nothing, escapes every text, and has its tables without a script too. */
export const renderPage = async (report: BenchReport): Promise<string> => {
  const plotter = await readPlotter();
  const plots: Plot[] = [];
  const body = html`<h1>Benchmark</h1>
<ul class="facts">${headline(report).map((line) => html`<li>${line}</li>`)}</ul>
<p class="note">${legend} Plots show medians, and lines from the least to the most that a round came to.</p>
${failuresSection(report)}
${goalsSection(report)}
${report.suites.map((suite) => suiteSection(suite, plots))}`;
  return documentOf(body, plots, [plotter.style, style], [plotter.script, script]);
};

const documentOf = (
  body: Html,
  plots: readonly Plot[],
  styles: readonly string[],
  scripts: readonly string[],
): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(styles, scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Benchmark</title>
${styles.map((text) => html`<style>${new Html(text)}</style>`)}
</head>
<body>
${body}
<script type="application/json" id="plots">${asData(plots)}</script>
${scripts.map((text) => html`<script>${new Html(text)}</script>`)}
</body>
</html>
`.text;

/** Allows these styles and these scripts, and nothing else. */
const policyOf = (styles: readonly string[], scripts: readonly string[]): string =>
  [
    `default-src 'none'`,
    `style-src ${styles.map(hashOf).join(' ')}`,
    `script-src ${scripts.map(hashOf).join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** JSON in which nothing can end the element that it stands in. */
const asData = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));

const failuresSection = (report: BenchReport): Html | false => {
  const failures = failuresOf(report);
  return (
    failures.length > 0 &&
    html`<h2>Not measured</h2><section><ul>${failures.map((line) => html`<li class="failed">${line}</li>`)}</ul></section>`
  );
};

const goalsSection = ({ goals }: BenchReport): Html | false =>
  goals.length > 0 &&
  html`<h2>Goals</h2><section><div class="table"><table><thead><tr>${goalHeading.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${goals.map(goalTableRow)}</tbody></table></div></section>`;

const goalTableRow = (goal: GoalResult): Html => {
  const [what = '', measured = '', aim = '', outcome = '', means = ''] = goalRow(goal);
  return html`<tr><td>${what}</td><td>${measured}</td><td>${aim}</td><td class="${goal.outcome}">${outcome}</td><td class="words">${means}</td></tr>`;
};

const suiteSection = ({ title, failure, comparisons, growth }: SuiteResult, plots: Plot[]): Html =>
  html`<h2>${title}</h2>
${failure !== undefined && html`<p class="failed">Failed: ${failure}</p>`}
${comparisons.map((comparison) => comparisonSection(comparison, plots))}
${growth.map((one) => growthSection(one, plots))}`;

const comparisonSection = (comparison: ComparisonResult, plots: Plot[]): Html => {
  const { heading, rows, remarks } = cellsOf(comparison);
  return html`<section><h3>${comparison.title}</h3>
${tableOf(heading, rows)}
${remarks.map((line) => html`<p>${line}</p>`)}
<p class="note">${comparison.note} Ratios against ${comparison.reference}.</p>
<div class="plots">${plotsOf(comparison).map((plot) => placeFor(plot, plots))}</div></section>`;
};

const growthSection = (growth: GrowthResult, plots: Plot[]): Html =>
  html`<section><h3>${growthTitle(growth)}</h3>
${tableOf(growthHeading(growth), growthRows(growth))}
<p class="note">${growth.note} ${growthLegend}</p>
<div class="plots">${placeFor(curvesOf(growth), plots)}</div></section>`;

const tableOf = (heading: readonly string[], rows: readonly (readonly string[])[]): Html =>
  html`<div class="table"><table><thead><tr>${heading.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;

/** Keeps a plot among the data of the page, and the place where it is drawn. */
const placeFor = (plot: Plot, plots: Plot[]): Html => html`<div data-plot="${plots.push(plot) - 1}"></div>`;
