import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { diffReports, hasTooFewRounds, listRegressions } from '../../bench/report-diff/diff-reports.ts';
import { readReport, InvalidReportError } from '../../bench/report-diff/read-report.ts';
import { renderDiffAsMarkdown, renderDiffForTerminal } from '../../bench/render/render-report-diff.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { createReportFolder } from './create-report-folder.ts';
import { print } from './output.ts';

interface CompareOptions {
  /** Maximum percentage by which a ratio is permitted to become worse. */
  readonly tolerance: number;
  readonly out?: string;
}

/**
 * Prints two reports side by side. The exit code is 1 if one of a target's ratios became worse by more than the
 * tolerance and the noise, and 2 if ratios have too few rounds to be compared.
 * @throws UsageError if a file is not a report of this benchmark, or is a report of another version
 */
export const compareReports = async (
  before: string,
  after: string,
  { tolerance, out }: CompareOptions,
): Promise<void> => {
  const changes = diffReports(await readReportFile(before), await readReportFile(after), tolerance / 100);
  if (out !== undefined) {
    await createReportFolder(out);
    await writeFile(join(out, 'compare.md'), escapeControlCharacters(renderDiffAsMarkdown(changes)));
  }
  print(renderDiffForTerminal(changes));
  if (hasTooFewRounds(changes)) process.exitCode = exitCodes.usage;
  else if (listRegressions(changes).length > 0) process.exitCode = exitCodes.failed;
};

const readReportFile = (path: string) =>
  readReport(path).catch((failure: unknown) => {
    throw failure instanceof InvalidReportError ? new UsageError(failure.message) : failure;
  });
