import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { diffReports, hasTooFewRounds, listRegressions } from '../../bench/report-diff/diff-reports.ts';
import { readReport, InvalidReportError } from '../../bench/report-diff/read-report.ts';
import { renderDiffAsMarkdown, renderDiffForTerminal } from '../../bench/render/render-report-diff.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { createReportFolder } from './report-folder.ts';
import { print } from './output.ts';

interface CompareOptions {
  /** In percent of a ratio. */
  readonly tolerance: number;
  readonly out?: string;
}

/**
 * Prints two reports side by side. A ratio of a target that got worse by more than the tolerance and what may be chance makes the process end with 1,
 * and two that can't be compared because they have too few rounds with 2.
 * @throws UsageError for what is no report of this bench, or one of another version
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
