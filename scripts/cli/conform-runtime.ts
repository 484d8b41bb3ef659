import { runLinkConformance } from '../../conformance/link/run.ts';
import { failedAudits, readReport } from '../../conformance/report/read.ts';
import { UsageError as KitUsageError } from '../../conformance/target/manifest.ts';
import { printReport, progressOn } from './conform-report.ts';
import { UsageError } from './exit.ts';
import { endOnSignal } from './interrupt.ts';

interface ConformRuntimeOptions {
  readonly version: string;
  /** Port to listen on, 0 for a free one. */
  readonly listen: number;
  readonly report?: string;
  readonly only?: readonly string[];
  /** A `report.json` whose failed audits are to run again. */
  readonly failed?: string;
  readonly github?: true;
  /** Seconds. */
  readonly wait?: number;
}

/**
 * Plays the controller: waits for a runtime to connect, judges it and prints the verdict; the process ends with the kit's exit code.
 * @throws UsageError for a port that is taken, and a report or an id that cannot be understood
 */
export const conformRuntime = async (options: ConformRuntimeOptions): Promise<void> => {
  const end = endOnSignal();
  try {
    await judge(options, end.signal);
  } catch (failure) {
    throw failure instanceof KitUsageError ? new UsageError(failure.message) : failure;
  } finally {
    end.forget();
  }
};

const judge = async (options: ConformRuntimeOptions, signal: AbortSignal): Promise<void> => {
  const { version, listen: port, report: reportDir, failed, wait } = options;
  const only = failed === undefined ? options.only : failedAudits(await readReport(failed));
  if (failed !== undefined && only?.length === 0) {
    process.stdout.write(`NOTHING TO RUN  No audit of ${failed} failed. Exit code 0.\n`);
    return;
  }
  const report = await runLinkConformance({
    ...{ version, port, signal },
    listening: (url) =>
      process.stdout.write(
        `Listening at ${url} for a runtime, such as scene-runtime runtime --connect ${url}\n`,
      ),
    ...(wait !== undefined && { waitMs: wait * 1000 }),
    ...(reportDir !== undefined && { reportDir }),
    ...(only !== undefined && { only }),
    onProgress: progressOn(process.stderr),
  });
  printReport(report, options);
};
