import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { html, Html, toElementId } from '#spec/text/html.ts';
import { brandMark } from '#spec/text/page-theme.ts';
import {
  type BenchReport,
  type CandidateResult,
  type ComparisonResult,
  type GoalResult,
  listFailures,
  type SuiteResult,
} from '../../harness/bench-report.ts';
import { formatCandidateLabel, type Metric } from '../../harness/candidate.ts';
import { countGoals, createBenchVerdict } from '../bench-verdict.ts';
import { createComparisonTable, formatRatio } from '../comparison-table.ts';
import { createGoalRow } from '../goal-table.ts';
import { createGrowthHeading, createGrowthRows, formatGrowthTitle, growthLegend } from '../growth-table.ts';
import { findKeyResult } from '../key-result.ts';
import { formatReportHeadline, reportLegend } from '../report-headline.ts';
import { reportPageStyle } from './page-style.ts';
import { plotScript } from './plot-script.ts';
import type { GrowthResult } from '../../harness/growth-result.ts';

/** In `dist`, all files are in one folder. */
const uplotFolder = import.meta.url.endsWith('.ts') ? '../../../node_modules/uplot/dist/' : './';

/** Reads the plotting library: its script, which declares `uPlot`, and its style sheet. */
const readUplot = async (): Promise<{ script: string; style: string }> => {
  const read = (name: string): Promise<string> =>
    readFile(fileURLToPath(new URL(`${uplotFolder}${name}`, import.meta.url)), 'utf8');
  return { script: await read('uPlot.iife.min.js'), style: await read('uPlot.min.css') };
};

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
 * Renders the report as a single page: a summary, then all results, collapsed. The page loads nothing, escapes all text,
 * and shows its tables even when scripts are disabled.
 */
export const renderReportPage = async (report: BenchReport): Promise<string> => {
  const plotter = await readUplot();
  const plots: Plot[] = [];
  const suites = report.suites.map((suite) => renderSuite(suite, report, plots));
  const body = html`<header class="top"><div><span class="brand">${brandMark}Benchmark</span><button type="button" class="button" id="fold" hidden>Expand all</button></div></header>
<div class="frame">${renderContents(report)}<main>
${renderHero(report)}
${renderSuiteOverview(report)}
${renderFailures(report)}
${renderGoals(report)}
${suites}
<p class="note">${reportLegend} Plots show medians, and lines from the least to the most that a round came to.</p>
</main></div>`;
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

const getSuiteId = ({ id }: SuiteResult): string => `suite-${toElementId(id)}`;

/** Returns the goals of a suite or comparison that were missed. */
const countMissedGoals = ({ goals }: BenchReport, comparisons: readonly ComparisonResult[]): number =>
  goals.filter(
    ({ outcome, comparison }) => outcome === 'missed' && comparisons.some(({ id }) => id === comparison),
  ).length;

const renderMissedChip = (missed: number): Html | false =>
  missed > 0 && html`<span class="chip bad">${missed} missed</span>`;

const renderContents = (report: BenchReport): Html => html`<nav class="contents" aria-label="Contents"><ul>
<li><a href="#suites">Ratios</a></li>
${listFailures(report).length > 0 && html`<li><a href="#failures">Not measured</a></li>`}
${report.goals.length > 0 && html`<li><a href="#goals">Goals</a>${renderMissedChip(countGoals(report).missed)}</li>`}
${report.suites.map(
  (suite) =>
    html`<li><a href="#${getSuiteId(suite)}">${suite.title}</a>${renderMissedChip(countMissedGoals(report, suite.comparisons))}</li>`,
)}
</ul></nav>`;

const renderHero = (report: BenchReport): Html => {
  const { verdict, detail, tone } = createBenchVerdict(report);
  const { reached, missed, undecided, unjudged, unmeasured } = countGoals(report);
  const [target, ...facts] = formatReportHeadline(report);
  const figures = [
    ['Goals reached', reached, 'good'],
    ['Goals missed', missed, missed > 0 && 'bad'],
    ['Goals undecided', undecided, false],
    ['Goals not judged', unjudged, false],
    ['Goals not measured', unmeasured, false],
    ['Failed measurements', listFailures(report).length, listFailures(report).length > 0 && 'bad'],
  ] as const;
  return html`<div class="hero card ${tone}"><p class="eyebrow">${target}</p>
<h1>${verdict}</h1>
<p class="lead">${detail}</p>
<dl class="figures">${figures.map(([label, value, figureTone]) => html`<div class="${figureTone || 'open'}"><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<ul class="facts">${facts.map((line) => html`<li>${line}</li>`)}</ul></div>`;
};

const renderFailures = (report: BenchReport): Html | false => {
  const failures = listFailures(report);
  return (
    failures.length > 0 &&
    html`<section id="failures"><h2>Not measured</h2><ul>${failures.map((line) => html`<li class="failed">${line}</li>`)}</ul></section>`
  );
};

/** Renders the missed goals, and the others collapsed. */
const renderGoals = ({ goals }: BenchReport): Html | false => {
  if (goals.length === 0) return false;
  const select = (expected: GoalResult['outcome']) => goals.filter(({ outcome }) => outcome === expected);
  const otherOutcomes = [
    ['Undecided goals', select('undecided')],
    ['Goals that were reached', select('reached')],
    ['Goals that were not judged', select('not judged')],
    ['Goals that were not measured', select('not measured')],
  ] as const;
  const missed = select('missed');
  return html`<section id="goals"><h2>Goals</h2>
${missed.length > 0 && renderGoalTable('Missed goals', missed)}
${otherOutcomes.map(
  ([label, listed]) =>
    listed.length > 0 &&
    html`<details class="more"><summary>${label}: ${listed.length}</summary>${renderGoalTable(label, listed)}</details>`,
)}</section>`;
};

const renderGoalTable = (label: string, goals: readonly GoalResult[]): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table class="figures-table goals-table"><thead><tr><th>goal</th><th>measured</th><th>bound</th><th>outcome</th><th class="words">meaning</th></tr></thead><tbody>${goals.map(renderGoalRow)}</tbody></table></div>`;

const renderGoalRow = (goal: GoalResult): Html => {
  const [subject = '', measured = '', target = '', outcome = '', means = ''] = createGoalRow(goal);
  return html`<tr><th><a href="#${toElementId(goal.comparison)}">${subject}</a></th><td>${measured}</td><td>${target}</td><td class="${goal.outcome}">${outcome}</td><td class="words">${means}</td></tr>`;
};

/** The largest ratio that a bar shows, as a power of two. Its reciprocal is the smallest one. */
const maxDoublings = 3;

const toDoublings = (ratio: number): number =>
  Math.max(-maxDoublings, Math.min(maxDoublings, Math.log2(ratio)));

/** Renders a card for each suite, with a dot for each ratio to a baseline, and a line where the baseline is. */
const renderSuiteOverview = (report: BenchReport): Html =>
  html`<section id="suites"><h2>Ratios against the baselines</h2><ul class="suites">${report.suites.map(
    (suite) => {
      const ratios = suite.comparisons.flatMap((comparison) => findKeyResult(comparison)?.ratio ?? []);
      const range = ratios.length > 0 && [
        formatRatio(Math.min(...ratios)),
        ratios.length > 1 && ` to ${formatRatio(Math.max(...ratios))}`,
      ];
      return html`<li><a class="card suite" href="#${getSuiteId(suite)}"><b>${suite.title}${suite.failure === undefined ? renderMissedChip(countMissedGoals(report, suite.comparisons)) : html`<span class="chip bad">failed</span>`}</b>
<svg class="strip" viewBox="-100 -8 200 16" aria-hidden="true"><path d="M-100 0H100"/><path class="one" d="M0-8V8"/>${ratios.map((ratio) => html`<circle r="4" cx="${Math.round((toDoublings(ratio) / maxDoublings) * 96)}"/>`)}</svg>
<span class="quiet"><span>${range || 'no ratio'}</span><span>${suite.comparisons.length + suite.growth.length} compared</span></span></a></li>`;
    },
  )}</ul>
<p class="note">Each dot is the ratio of one comparison, on a logarithmic scale from ⅛ to 8. Right of the line is better than the baseline.</p></section>`;

const renderSuite = (suite: SuiteResult, report: BenchReport, plots: Plot[]): Html => {
  const { title, failure, comparisons, growth } = suite;
  return html`<section id="${getSuiteId(suite)}"><h2>${title}</h2>
${failure !== undefined && html`<p class="failed">Failed: ${failure}</p>`}
${
  comparisons.length + growth.length > 0 &&
  html`<div class="card rows">${comparisons.map((comparison) => renderComparison(comparison, report, plots))}${growth.map((growthResult) => renderGrowth(growthResult, plots))}</div>`
}</section>`;
};

const renderComparison = (comparison: ComparisonResult, report: BenchReport, plots: Plot[]): Html => {
  const { heading, rows, remarks } = createComparisonTable(comparison);
  return html`<details class="run" id="${toElementId(comparison.id)}"><summary>${renderComparisonSummary(comparison, report)}</summary><div class="inside">
${renderTable(comparison.title, heading, rows)}
${remarks.map((line) => html`<p class="note">${line}</p>`)}
<p class="note">${comparison.note} Ratios against ${comparison.reference}.</p>
<div class="plots">${createBarPlots(comparison).map((plot) => addPlot(plot, plots))}</div></div></details>`;
};

const renderComparisonSummary = (comparison: ComparisonResult, report: BenchReport): Html => {
  const { subject, figure, ratio, ratioText } = findKeyResult(comparison) ?? {};
  return html`<span class="title">${comparison.title}</span><span class="subject">${subject}</span><span class="figure">${figure}</span><span class="bar">${ratio !== undefined && renderRatioBar(ratio)}</span><span class="ratio">${ratioText}</span><span class="summary-chips">${renderMissedChip(countMissedGoals(report, [comparison]))}</span>`;
};

/** Renders a bar that starts at the baseline, and goes right if the ratio is better. */
const renderRatioBar = (ratio: number): Html => {
  const doublings = toDoublings(ratio);
  const [x, width] = [Math.min(0, doublings), Math.abs(doublings)].map((value) => value.toFixed(2));
  return html`<svg class="ratio-bar" viewBox="-${maxDoublings} 0 ${2 * maxDoublings} 1" preserveAspectRatio="none" aria-hidden="true"><rect x="${x}" width="${width}" height="1"/></svg>`;
};

const renderGrowth = (growth: GrowthResult, plots: Plot[]): Html => {
  const title = formatGrowthTitle(growth);
  return html`<details class="run" id="${toElementId(`${growth.id} ${growth.target ?? ''}`)}"><summary><span class="title">${title}</span><span class="subject">${growth.series.length} jobs in projects of growing size</span></summary><div class="inside">
${renderTable(title, createGrowthHeading(growth), createGrowthRows(growth))}
<p class="note">${growth.note} ${growthLegend}</p>
<div class="plots">${addPlot(createGrowthPlot(growth), plots)}</div></div></details>`;
};

const renderTable = (
  label: string,
  [corner = '', ...heading]: readonly string[],
  rows: readonly (readonly string[])[],
): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table class="figures-table"><thead><tr><td>${corner}</td>${heading.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${rows.map(
    ([name, ...cells]) => html`<tr><th>${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;

/** Adds a plot to the page's data and returns the element in which the plot is drawn. */
const addPlot = (plot: Plot, plots: Plot[]): Html => html`<div data-plot="${plots.push(plot) - 1}"></div>`;
