import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { labelOf } from '../harness/candidate.ts';
import type { BenchReport, ComparisonResult } from '../harness/report.ts';

const heading = [
  ...['suite', 'comparison', 'candidate', 'role', 'outcome', 'metric', 'unit', 'better'],
  ...['median', 'min', 'max', 'mad', 'ratio', 'uncertainty'],
];

/** The figures as RFC 4180 has tables: one row for each metric of a candidate, empty where it was not measured. */
export const renderCsv = ({ suites }: BenchReport): string =>
  [heading, ...suites.flatMap(({ id, comparisons }) => comparisons.flatMap((one) => rowsOf(id, one)))]
    .map((cells) => `${cells.map(fieldOf).join(',')}\r\n`)
    .join('');

type Cell = string | number | undefined;

const rowsOf = (suite: string, { id, metrics, candidates }: ComparisonResult): Cell[][] =>
  candidates.flatMap((candidate) =>
    metrics.map(({ key, label, unit, better }) => {
      const figure = candidate.outcome === 'measured' ? candidate.figures[key] : undefined;
      return [
        ...[suite, id, labelOf(candidate), candidate.role, candidate.outcome, label, unit, better],
        ...[figure?.median, figure?.min, figure?.max, figure?.mad, figure?.ratio, figure?.uncertainty],
      ];
    }),
  );

const fieldOf = (cell: Cell): string => {
  if (cell === undefined) return '';
  const text = typeof cell === 'number' ? String(cell) : asText(escapeControlCharacters(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Spreadsheets calculate what begins like a formula, whoever wrote it: an apostrophe makes it text. */
const asText = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
