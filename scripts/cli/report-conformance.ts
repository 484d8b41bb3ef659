/** How a run of the kit is told, whoever was judged. */
import { resolve } from 'node:path';
import { replaceFiles } from '#runtime/storage/replace-files.ts';
import { escapeControlCharacters, neutralizeWorkflowCommands } from '#spec/text/escape-control-characters.ts';
import { toGitHubAnnotations } from '../../conformance/report/github-annotations.ts';
import { createColors, isInteractive } from '../../conformance/report/colors.ts';
import { createReportFiles } from '../../conformance/report/report-files.ts';
import { createLiveProgress, createPlainProgress } from '../../conformance/report/progress.ts';
import { getExitCode, type Report } from '../../conformance/report/report.ts';
import { formatTerminalSummary } from '../../conformance/report/terminal-summary.ts';
import { toUsageError } from './to-usage-error.ts';
import { print, printColored } from './output.ts';

interface ReportOptions {
  /** The folder of the reports, where they were written. */
  readonly report?: string;
  /** Whether to tell the verdict as annotations of GitHub Actions, too. */
  readonly github?: true;
}

/**
 * Prints the verdict and writes the report, if one is wanted; the process ends with the exit code of the report.
 * @throws UsageError for a report that cannot be written, when the verdict is told
 */
export const reportConformance = async (
  report: Report,
  { report: folder, github }: ReportOptions,
): Promise<void> => {
  printColored(formatTerminalSummary(report, createColors(process.stdout, process.env)));
  if (github)
    process.stdout.write(`${toGitHubAnnotations(report).map(escapeControlCharacters).join('\n')}\n`);
  if (folder !== undefined) await writeReport(report, folder);
  print(
    folder === undefined
      ? 'No report was written; --report FOLDER writes one to read, with all exchanges.\n'
      : `Reports: ${resolve(folder, 'report.html')}, and beside it JSON, JUnit, Markdown and text.\n`,
  );
  process.exitCode = getExitCode(report);
};

const writeReport = async (report: Report, folder: string): Promise<void> => {
  try {
    await replaceFiles(folder, createReportFiles(report));
  } catch (failure) {
    throw toUsageError(failure);
  }
};

export const createProgressReporter = (stream: NodeJS.WriteStream) => {
  const write = (text: string): boolean => stream.write(neutralizeWorkflowCommands(text));
  const colours = createColors(stream, process.env);
  return isInteractive(stream, process.env)
    ? createLiveProgress(write, colours, () => stream.columns)
    : createPlainProgress(write, colours);
};
