/** How a run of the kit is told, whoever was judged. */
import { resolve } from 'node:path';
import { replaceFiles } from '#runtime/disk/replace-files.ts';
import { printable, withoutWorkflowCommands } from '#spec/text/printable.ts';
import { annotationsOf } from '../../conformance/report/annotations.ts';
import { coloursFor, isLive } from '../../conformance/report/colours.ts';
import { reportFiles } from '../../conformance/report/files.ts';
import { liveProgress, plainProgress } from '../../conformance/report/progress.ts';
import { exitCodeOf, type Report } from '../../conformance/report/report.ts';
import { terminalSummary } from '../../conformance/report/terminal.ts';
import { asUsageError } from './as-usage-error.ts';
import { print, printInColour } from './output.ts';

interface Telling {
  /** The folder of the reports, where they were written. */
  readonly report?: string;
  /** Whether to tell the verdict as annotations of GitHub Actions, too. */
  readonly github?: true;
}

/**
 * Prints the verdict and writes the report, if one is wanted; the process ends with the exit code of the report.
 * @throws UsageError for a report that cannot be written, when the verdict is told
 */
export const tellReport = async (report: Report, { report: folder, github }: Telling): Promise<void> => {
  printInColour(terminalSummary(report, coloursFor(process.stdout, process.env)));
  if (github) process.stdout.write(`${annotationsOf(report).map(printable).join('\n')}\n`);
  if (folder !== undefined) await writeReport(report, folder);
  print(
    folder === undefined
      ? 'No report was written; --report FOLDER writes one to read, with all exchanges.\n'
      : `Reports: ${resolve(folder, 'report.html')}, and beside it JSON, JUnit, Markdown and text.\n`,
  );
  process.exitCode = exitCodeOf(report);
};

const writeReport = async (report: Report, folder: string): Promise<void> => {
  try {
    await replaceFiles(folder, reportFiles(report));
  } catch (failure) {
    throw asUsageError(failure);
  }
};

export const progressOn = (stream: NodeJS.WriteStream) => {
  const write = (text: string): boolean => stream.write(withoutWorkflowCommands(text));
  const colours = coloursFor(stream, process.env);
  return isLive(stream, process.env)
    ? liveProgress(write, colours, () => stream.columns)
    : plainProgress(write, colours);
};
