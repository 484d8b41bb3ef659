import { printable } from '#spec/text/printable.ts';
import { badgeOf } from './badge.ts';
import { htmlReport } from './html/page.ts';
import { junitXml } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { terminalSummary } from './terminal.ts';
import type { Report } from './report.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A report in every form, by file name; a part of the kit earns no badge. What the target sent can't steer a reader's terminal. */
export const reportFiles = (report: Report): Readonly<Record<string, string>> => {
  const files = {
    'report.json': json(report),
    'report.html': htmlReport(report),
    'report.md': markdownReport(report),
    'junit.xml': junitXml(report),
    ...(report.only === undefined && { 'badge.json': json(badgeOf(report)) }),
    'summary.txt': terminalSummary(report),
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, printable(text)]));
};
