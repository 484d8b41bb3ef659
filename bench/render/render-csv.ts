import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { formatCandidateLabel } from '../harness/candidate.ts';
import type { BenchReport, ComparisonResult } from '../harness/bench-report.ts';

const csvHeading = [
  ...['suite', 'comparison', 'candidate', 'role', 'outcome', 'metric', 'unit', 'better'],
  ...['median', 'min', 'max', 'mad', 'ratio', 'uncertainty'],
];

/** Renders an RFC 4180 table with one row for each metric of a candidate. Fields without a measured value are empty. */
export const renderCsv = ({ suites }: BenchReport): string =>
  [
    csvHeading,
    ...suites.flatMap(({ id, comparisons }) =>
      comparisons.flatMap((comparison) => createRows(id, comparison)),
    ),
  ]
    .map((cells) => `${cells.map(formatCsvField).join(',')}\r\n`)
    .join('');

type CsvCell = string | number | undefined;

const createRows = (suite: string, { id, metrics, candidates }: ComparisonResult): CsvCell[][] =>
  candidates.flatMap((candidate) =>
    metrics.map(({ key, label, unit, better }) => {
      const figure = candidate.outcome === 'measured' ? candidate.figures[key] : undefined;
      return [
        ...[
          suite,
          id,
          formatCandidateLabel(candidate),
          candidate.role,
          candidate.outcome,
          label,
          unit,
          better,
        ],
        ...[figure?.median, figure?.min, figure?.max, figure?.mad, figure?.ratio, figure?.uncertainty],
      ];
    }),
  );

const formatCsvField = (cell: CsvCell): string => {
  if (cell === undefined) return '';
  const text = typeof cell === 'number' ? String(cell) : escapeFormula(escapeControlCharacters(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Puts an apostrophe before text that begins like a formula, so that spreadsheets do not evaluate the text. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
