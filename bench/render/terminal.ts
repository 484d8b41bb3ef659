import { failuresOf } from '../harness/report.ts';
import { cellsOf } from './cells.ts';
import { headline, legend } from './headline.ts';
import type { BenchReport, ComparisonResult, SuiteResult } from '../harness/report.ts';

/** The report for a terminal: aligned tables without colour, ending in what failed. */
export const renderTerminal = (report: BenchReport): string => {
  const failures = failuresOf(report);
  const verdict =
    failures.length === 0
      ? ['Everything was measured.']
      : ['Not measured:', ...failures.map((line) => `  ${line}`)];
  return [...headline(report), '', ...report.suites.flatMap(renderSuite), legend, ...verdict, ''].join('\n');
};

const renderSuite = ({ title, failure, comparisons }: SuiteResult): string[] => [
  title.toUpperCase(),
  ...(failure === undefined ? [] : [`  failed: ${failure}`]),
  '',
  ...comparisons.flatMap(renderComparison),
];

const renderComparison = (comparison: ComparisonResult): string[] => {
  const { heading, rows, failures } = cellsOf(comparison);
  const widths = heading.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ')}`.trimEnd();
  return [comparison.title, line(heading), ...rows.map(line), ...failures.map((text) => `  ${text}`), ''];
};
