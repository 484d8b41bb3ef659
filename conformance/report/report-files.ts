import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { renderHtmlReport } from './html/report-page.ts';
import { renderJunitXml } from './junit.ts';
import { renderMarkdownReport } from './markdown.ts';
import { formatTerminalSummary } from './terminal-summary.ts';
import type { Report } from './report.ts';

/** A badge in the format that shields.io requires for endpoint badges. */
interface Badge {
  readonly schemaVersion: 1;
  readonly label: 'conformance';
  readonly message: string;
  readonly color: string;
}

/** Summarizes the claimed profiles in one line: the worst verdict, and the number of MUSTs that were verified. */
export const createBadge = ({ profiles, problem }: Report): Badge => {
  const claimed = profiles.filter(({ verdict }) => verdict !== 'not claimed');
  const has = (expected: string): boolean => claimed.some(({ verdict }) => verdict === expected);
  const sum = (part: 'verified' | 'musts'): number =>
    claimed.reduce((total, profile) => total + profile[part], 0);
  const badge = (verdict: string, color: string): Badge => ({
    schemaVersion: 1,
    label: 'conformance',
    message: `${verdict}, ${sum('verified')} of ${sum('musts')} MUST`,
    color,
  });
  if (problem !== undefined || claimed.length === 0) return badge('nothing ran', 'lightgrey');
  if (has('failed')) return badge('failed', 'red');
  return has('partial') ? badge('partial', 'yellow') : badge('conformant', 'brightgreen');
};

const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Renders a report in every format, keyed by file name. A partial run receives no badge. Control characters that the
 * target sent are escaped, to protect the reader's terminal.
 */
export const createReportFiles = (report: Report): Readonly<Record<string, string>> => {
  const files = {
    'report.json': formatJson(report),
    'report.html': renderHtmlReport(report),
    'report.md': renderMarkdownReport(report),
    'junit.xml': renderJunitXml(report),
    ...(report.only === undefined && { 'badge.json': formatJson(createBadge(report)) }),
    'summary.txt': formatTerminalSummary(report),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, escapeControlCharacters(text)]),
  );
};
