import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { html, Html } from '#spec/text/html.ts';
import {
  type BenchReport,
  type CandidateResult,
  type ComparisonResult,
  type GoalResult,
  listFailures,
  type SuiteResult,
} from '../../harness/bench-report.ts';
import { formatCandidateLabel, type Metric } from '../../harness/candidate.ts';
import { createComparisonTable } from '../comparison-table.ts';
import { createGoalRow, goalTableHeading } from '../goal-table.ts';
import { createGrowthHeading, createGrowthRows, formatGrowthTitle, growthLegend } from '../growth-table.ts';
import { formatReportHeadline, reportLegend } from '../report-headline.ts';
import type { GrowthResult } from '../../harness/growth-result.ts';

/** The style sheet of the page. The page is light or dark, depending on the reader's preference. */
const reportPageStyle = `
:root {
  color-scheme: light dark;
  --paper: #f7f7f5; --sheet: #fff; --ink: #191c20; --quiet: #646b76; --line: #e3e5e8; --good: #147a46; --bad: #c6281f;
  --target: #2f55d4; --floor: #8b919b; --peer: #b4690e; --kin: #8236ad; --sea: #1668a8; --moss: #5b7a14; --rose: #b4286f; --clay: #7a4a2a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #101216; --sheet: #181b21; --ink: #e6e8ec; --quiet: #98a0ad; --line: #2a2e37; --good: #58c98d; --bad: #ff7d73;
    --target: #8fabff; --floor: #7d8591; --peer: #f0b252; --kin: #d198f2; --sea: #6db9f2; --moss: #a9cf5a; --rose: #f28fbd; --clay: #cf9d78;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1.5rem clamp(1rem, 3vw, 2.5rem); background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; }
section { margin-block: 1rem; padding: 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
section h3 { margin-top: 0; }
.facts { margin: 0; padding: 0; list-style: none; color: var(--quiet); overflow-wrap: anywhere; }
.note { color: var(--quiet); max-width: 60rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.table th, .table td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
.table :is(th, td):is(:first-child, .words) { text-align: left; }
.reached { color: var(--good); } .missed, .failed { color: var(--bad); font-weight: 600; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 1rem; }
.plots > div { flex: 1 1 24rem; min-width: 0; overflow-x: auto; }
.u-title { font-size: 0.95rem; }
.u-legend { font-size: 0.8rem; }
`;

/** In `dist`, all files are in one folder. */
const uplotFolder = import.meta.url.endsWith('.ts') ? '../../../node_modules/uplot/dist/' : './';

/** Reads the plotting library: its script, which declares `uPlot`, and its style sheet. */
const readUplot = async (): Promise<{ script: string; style: string }> => {
  const read = (name: string): Promise<string> =>
    readFile(fileURLToPath(new URL(`${uplotFolder}${name}`, import.meta.url)), 'utf8');
  return { script: await read('uPlot.iife.min.js'), style: await read('uPlot.min.css') };
};

/** Source of the script that draws the plots from the data in the page. The script runs without a build step. */
const plotScript = `
'use strict';
const plots = JSON.parse(document.getElementById('plots').textContent);
const tone = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const short = (name) => name.length > 22 ? name.slice(0, 21) + '…' : name;
const hues = ['target', 'peer', 'floor', 'good', 'bad', 'kin', 'sea', 'moss', 'rose', 'clay'];

const axis = (more) => ({ stroke: tone('quiet'), grid: { stroke: tone('line'), width: 1 }, ticks: { stroke: tone('line'), width: 1 }, ...more });

/** From the least to the most that was measured, over each bar. */
const spread = ({ least, most }) => (u) => {
  const { ctx } = u;
  ctx.save();
  ctx.strokeStyle = tone('ink');
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  least.forEach((low, index) => {
    const x = Math.round(u.valToPos(index, 'x', true)) + 0.5;
    const cap = 4 * devicePixelRatio;
    for (const value of [low, most[index]]) {
      const y = u.valToPos(value, 'y', true);
      ctx.moveTo(x - cap, y);
      ctx.lineTo(x + cap, y);
    }
    ctx.moveTo(x, u.valToPos(low, 'y', true));
    ctx.lineTo(x, u.valToPos(most[index], 'y', true));
  });
  ctx.stroke();
  ctx.restore();
};

const bars = (plot, width) => {
  const { names, roles, medians, most } = plot;
  const seen = ['target', 'floor', 'peer'].filter((role) => roles.includes(role));
  const top = Math.max(...most, Number.MIN_VALUE) * 1.05;
  return [{
    width, height: 300, title: plot.title, cursor: { drag: { x: false, y: false } },
    legend: { live: false },
    scales: { x: { time: false, range: [-0.6, names.length - 0.4] }, y: { range: [0, top] } },
    axes: [
      axis({ splits: () => names.map((_, index) => index), values: () => names.map(short), rotate: -35, size: 110, grid: { show: false } }),
      axis({ size: 60 }),
    ],
    series: [{}, ...seen.map((role) => ({ label: role, fill: tone(role), stroke: tone(role), points: { show: false }, paths: uPlot.paths.bars({ size: [0.6, 60] }) }))],
    hooks: { draw: [spread(plot)] },
  }, [names.map((_, index) => index), ...seen.map((role) => medians.map((value, index) => roles[index] === role ? value : null))]];
};

const curves = ({ title, sizes, curves: lines }, width) => [{
  width, height: 420, title,
  scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
  axes: [axis({ values: (_, splits) => splits.map((size) => sizes.includes(size) ? size.toLocaleString('en') : ''), splits: () => sizes }), axis({ size: 60 })],
  series: [{ label: 'nodes' }, ...lines.map(({ name }, index) => ({ label: name, stroke: tone(hues[index % hues.length]), width: 2, dash: index < hues.length ? [] : [6, 4], points: { show: true, size: 6 } }))],
}, [sizes, ...lines.map(({ ms }) => ms)]];

for (const place of document.querySelectorAll('[data-plot]')) {
  const plot = plots[Number(place.dataset.plot)];
  const wide = Math.max(280, place.clientWidth);
  const [options, data] = plot.kind === 'bars' ? bars(plot, Math.min(wide, 140 + 90 * plot.names.length)) : curves(plot, Math.min(wide, 900));
  new uPlot(options, data, place);
}
`;

/** Medians of one metric with their spread, one bar for each candidate. */
interface BarPlot {
  readonly kind: 'bars';
  readonly title: string;
  readonly names: readonly string[];
  readonly roles: readonly CandidateResult['role'][];
  readonly medians: readonly number[];
  readonly least: readonly number[];
  readonly most: readonly number[];
}

/** The cost of jobs in a growing project, with one curve for each job. A value is null where nothing was timed. */
interface CurvePlot {
  readonly kind: 'curves';
  readonly title: string;
  readonly sizes: readonly number[];
  readonly curves: readonly { readonly name: string; readonly ms: readonly (number | null)[] }[];
}

type Plot = BarPlot | CurvePlot;

/** Creates a plot for each metric that has a better direction. */
const createBarPlots = (comparison: ComparisonResult): Plot[] =>
  comparison.metrics
    .filter(({ better }) => better !== undefined)
    .map((metric) => createBarPlot(comparison, metric))
    .filter(({ names }) => names.length > 0);

const createBarPlot = ({ candidates }: ComparisonResult, { key, label, unit, better }: Metric): BarPlot => {
  const bars = candidates.flatMap((candidate) => {
    const figure = candidate.outcome === 'measured' ? candidate.figures[key] : undefined;
    return figure === undefined
      ? []
      : [{ name: formatCandidateLabel(candidate), role: candidate.role, ...figure }];
  });
  return {
    kind: 'bars',
    title: `${label}${unit === '' ? '' : `, ${unit}`} (${better} is better)`,
    names: bars.map(({ name }) => name),
    roles: bars.map(({ role }) => role),
    medians: bars.map(({ median }) => median),
    least: bars.map(({ min }) => min),
    most: bars.map(({ max }) => max),
  };
};

const createGrowthPlot = ({ sizes, control, series }: GrowthResult): Plot => ({
  kind: 'curves',
  title: 'ms by nodes in the project',
  sizes,
  curves: [
    { name: 'GET health, the control', ms: control },
    ...series.map(({ label, ms }) => ({ name: label, ms })),
  ].map(
    // A logarithmic scale can't show zero.
    ({ name, ms }) => ({ name, ms: ms.map((value) => (value > 0 ? value : null)) }),
  ),
});

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
