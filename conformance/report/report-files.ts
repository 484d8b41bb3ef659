import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { createBadge } from './badge.ts';
import { renderHtmlReport } from './html/report-page.ts';
import { renderJunitXml } from './junit.ts';
import { renderMarkdownReport } from './markdown.ts';
import { formatTerminalSummary } from './terminal-summary.ts';
import type { Report } from './report.ts';

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
