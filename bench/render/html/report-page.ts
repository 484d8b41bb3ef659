import { createHash } from 'node:crypto';
import { listFailures } from '../../harness/bench-report.ts';
import { createComparisonTable } from '../comparison-table.ts';
import { goalTableHeading, createGoalRow } from '../goal-table.ts';
import { createGrowthHeading, growthLegend, createGrowthRows, formatGrowthTitle } from '../growth-table.ts';
import { formatReportHeadline, reportLegend } from '../report-headline.ts';
import { Html, html } from '#spec/text/html.ts';
import { createGrowthPlot, createBarPlots } from './plot-data.ts';
import { plotScript } from './plot-script.ts';
import { reportPageStyle } from './report-page-style.ts';
import { readUplot } from './read-uplot.ts';
import type { BenchReport, ComparisonResult, GoalResult, SuiteResult } from '../../harness/bench-report.ts';
import type { GrowthResult } from '../../harness/growth-result.ts';
import type { Plot } from './plot-data.ts';

/**
 * Renders the report as a single page with plots. The page loads nothing, escapes all text, and shows its tables even
 * when scripts are disabled.
 */
export const renderReportPage = async (report: BenchReport): Promise<string> => {
  const plotter = await readUplot();
  const plots: Plot[] = [];
  const body = html`<h1>Benchmark</h1>
<ul class="facts">${formatReportHeadline(report).map((line) => html`<li>${line}</li>`)}</ul>
<p class="note">${reportLegend} Plots show medians, and lines from the least to the most that a round came to.</p>
${renderFailures(report)}
${renderGoals(report)}
${report.suites.map((suite) => renderSuite(suite, plots))}`;
  return renderDocument(body, plots, [plotter.style, reportPageStyle], [plotter.script, plotScript]);
};

const renderDocument = (
  body: Html,
  plots: readonly Plot[],
  styles: readonly string[],
  scripts: readonly string[],
): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${createContentSecurityPolicy(styles, scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Benchmark</title>
${styles.map((text) => html`<style>${new Html(text)}</style>`)}
</head>
<body>
${body}
<script type="application/json" id="plots">${toScriptData(plots)}</script>
${scripts.map((text) => html`<script>${new Html(text)}</script>`)}
</body>
</html>
`.text;

/** Creates a policy that allows only these styles and scripts. */
const createContentSecurityPolicy = (styles: readonly string[], scripts: readonly string[]): string =>
  [
    `default-src 'none'`,
    `style-src ${styles.map(formatHashSource).join(' ')}`,
    `script-src ${scripts.map(formatHashSource).join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');

const formatHashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Serializes a value to JSON that cannot close the surrounding script element. */
const toScriptData = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));

const renderFailures = (report: BenchReport): Html | false => {
  const failures = listFailures(report);
  return (
    failures.length > 0 &&
    html`<h2>Not measured</h2><section><ul>${failures.map((line) => html`<li class="failed">${line}</li>`)}</ul></section>`
  );
};

const renderGoals = ({ goals }: BenchReport): Html | false =>
  goals.length > 0 &&
  html`<h2>Goals</h2><section><div class="table"><table><thead><tr>${goalTableHeading.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${goals.map(renderGoalRow)}</tbody></table></div></section>`;

const renderGoalRow = (goal: GoalResult): Html => {
  const [subject = '', measured = '', target = '', outcome = '', means = ''] = createGoalRow(goal);
  return html`<tr><td>${subject}</td><td>${measured}</td><td>${target}</td><td class="${goal.outcome}">${outcome}</td><td class="words">${means}</td></tr>`;
};

const renderSuite = ({ title, failure, comparisons, growth }: SuiteResult, plots: Plot[]): Html =>
  html`<h2>${title}</h2>
${failure !== undefined && html`<p class="failed">Failed: ${failure}</p>`}
${comparisons.map((comparison) => renderComparison(comparison, plots))}
${growth.map((growthResult) => renderGrowth(growthResult, plots))}`;

const renderComparison = (comparison: ComparisonResult, plots: Plot[]): Html => {
  const { heading, rows, remarks } = createComparisonTable(comparison);
  return html`<section><h3>${comparison.title}</h3>
${renderTable(heading, rows)}
${remarks.map((line) => html`<p>${line}</p>`)}
<p class="note">${comparison.note} Ratios against ${comparison.reference}.</p>
<div class="plots">${createBarPlots(comparison).map((plot) => addPlot(plot, plots))}</div></section>`;
};

const renderGrowth = (growth: GrowthResult, plots: Plot[]): Html =>
  html`<section><h3>${formatGrowthTitle(growth)}</h3>
${renderTable(createGrowthHeading(growth), createGrowthRows(growth))}
<p class="note">${growth.note} ${growthLegend}</p>
<div class="plots">${addPlot(createGrowthPlot(growth), plots)}</div></section>`;

const renderTable = (heading: readonly string[], rows: readonly (readonly string[])[]): Html =>
  html`<div class="table"><table><thead><tr>${heading.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;

/** Adds a plot to the page's data and returns the element in which the plot is drawn. */
const addPlot = (plot: Plot, plots: Plot[]): Html => html`<div data-plot="${plots.push(plot) - 1}"></div>`;
