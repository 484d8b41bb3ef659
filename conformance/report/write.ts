import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportFiles } from './files.ts';
import type { Report } from './report.ts';

/** Writes a report in every form into a folder, which is made where it is missing. */
export const writeReports = async (report: Report, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(reportFiles(report)).map(([name, text]) => writeFile(join(folder, name), text)),
  );
};
