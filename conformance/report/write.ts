import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../target/manifest.ts';
import { reportFiles } from './files.ts';
import type { Report } from './report.ts';

/**
 * Writes a report in every form into a folder, which is made where it is missing.
 * @throws UsageError for a folder that cannot be written to
 */
export const writeReports = async (report: Report, folder: string): Promise<void> => {
  const files = Object.entries(reportFiles(report));
  try {
    await mkdir(folder, { recursive: true });
    await Promise.all(files.map(([name, text]) => writeFile(join(folder, name), text)));
  } catch (failure) {
    throw new UsageError(`the report cannot be written to '${folder}': ${(failure as Error).message}`);
  }
};
