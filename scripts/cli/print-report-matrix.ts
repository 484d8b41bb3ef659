import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { renderComparisonPage } from '../../conformance/report/html/comparison-page.ts';
import { readReport } from '../../conformance/report/report.ts';
import { compareReports, formatComparison } from '../../conformance/report/compare-reports.ts';
import { UsageError as KitUsageError } from '../../conformance/target/manifest.ts';
import { UsageError } from './exit-codes.ts';
import { print } from './output.ts';

/**
 * Prints reports side by side, and writes `matrix.html` into a folder.
 * @throws UsageError if a file is not a report of this kit
 */
export const printReportMatrix = async (
  paths: readonly string[],
  folder: string | undefined,
): Promise<void> => {
  const reports = await Promise.all(
    paths.map(async (name) => ({ name, report: await readReport(name) })),
  ).catch((failure: unknown) => {
    throw failure instanceof KitUsageError ? new UsageError(failure.message) : failure;
  });
  const matrix = compareReports(reports);
  print(formatComparison(matrix));
  if (folder === undefined) {
    print('No page was written. Pass --report FOLDER to write one.\n');
    return;
  }
  await mkdir(folder, { recursive: true });
  const page = resolve(folder, 'matrix.html');
  await writeFile(page, escapeControlCharacters(renderComparisonPage(matrix)));
  print(`Report: ${page}\n`);
};
