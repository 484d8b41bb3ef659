/** Reports the result of a kit run. */
import { resolve } from 'node:path';
import { replaceFiles } from '#runtime/shared/atomic-write.ts';
import { escapeControlCharacters, neutralizeWorkflowCommands } from '#spec/text/escape-control-characters.ts';
import { createColors, isInteractive } from '../../conformance/report/terminal-colors.ts';
import { createLiveProgress, createPlainProgress } from '../../conformance/report/progress.ts';
import { getExitCode, type Report } from '../../conformance/report/report.ts';
import { formatTerminalSummary } from '../../conformance/report/terminal-summary.ts';
import { toUsageError } from './explain-user-error.ts';
import { print, printColored } from './output.ts';

interface ReportOptions {
  /** Folder for the reports. No reports are written when absent. */
  readonly report?: string;
  /** Whether to also print the verdict as GitHub Actions annotations. */
  readonly github?: true;
}

/**
 * Prints the verdict and writes the requested report. The process ends with the report's exit code.
 * @throws UsageError if the report can't be written, after the verdict was printed
 */
export const reportConformance = async (
  report: Report,
  { report: folder, github }: ReportOptions,
): Promise<void> => {
  printColored(formatTerminalSummary(report, createColors(process.stdout, process.env)));
  if (github) {
    const { toGitHubAnnotations } = await import('../../conformance/report/github-annotations.ts');
    process.stdout.write(`${toGitHubAnnotations(report).map(escapeControlCharacters).join('\n')}\n`);
  }
  if (folder !== undefined) await writeReport(report, folder);
  print(
    folder === undefined
      ? 'No report was written. Pass --report FOLDER to write one with all exchanges.\n'
      : `Reports: ${resolve(folder, 'report.html')}, with JSON, JUnit, Markdown and text beside it.\n`,
  );
  process.exitCode = getExitCode(report);
};

const writeReport = async (report: Report, folder: string): Promise<void> => {
  const { createReportFiles } = await import('../../conformance/report/report-files.ts');
  try {
    await replaceFiles(folder, createReportFiles(report));
  } catch (failure) {
    throw toUsageError(failure);
  }
};

export const createProgressReporter = (stream: NodeJS.WriteStream) => {
  const write = (text: string): boolean => stream.write(neutralizeWorkflowCommands(text));
  const colors = createColors(stream, process.env);
  return isInteractive(stream, process.env)
    ? createLiveProgress(write, colors, () => stream.columns)
    : createPlainProgress(write, colors);
};
