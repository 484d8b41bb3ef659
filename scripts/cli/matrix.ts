import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { printable } from '#spec/text/printable.ts';
import { sideBySidePage } from '../../conformance/report/html/side-by-side.ts';
import { readReport } from '../../conformance/report/read.ts';
import { sideBySide, sideBySideText } from '../../conformance/report/side-by-side.ts';
import { UsageError as KitUsageError } from '../../conformance/target/manifest.ts';
import { UsageError } from './exit.ts';
import { print } from './output.ts';

/**
 * Prints reports side by side, and writes `matrix.html` into a folder.
 * @throws UsageError for what is no report of this kit
 */
export const printMatrix = async (paths: readonly string[], folder: string | undefined): Promise<void> => {
  const reports = await Promise.all(
    paths.map(async (name) => ({ name, report: await readReport(name) })),
  ).catch((failure: unknown) => {
    throw failure instanceof KitUsageError ? new UsageError(failure.message) : failure;
  });
  const matrix = sideBySide(reports);
  print(sideBySideText(matrix));
  if (folder === undefined) {
    print('No page was written; --report FOLDER writes one.\n');
    return;
  }
  await mkdir(folder, { recursive: true });
  const page = resolve(folder, 'matrix.html');
  await writeFile(page, printable(sideBySidePage(matrix)));
  print(`Report: ${page}\n`);
};
