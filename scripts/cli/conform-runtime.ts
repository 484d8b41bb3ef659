import { runLinkConformance } from '../../conformance/link/run-link-conformance.ts';
import { listFailedAudits, readReport } from '../../conformance/report/report.ts';
import { createProgressReporter, reportConformance } from './report-conformance.ts';
import { runKitCommand, type KitCommandOptions } from './run-kit-command.ts';
import { print } from './output.ts';

interface ConformRuntimeOptions extends KitCommandOptions {
  readonly version: string;
  /** Port to listen on, or 0 for a free port. */
  readonly listen: number;
}

/**
 * Acts as the controller: waits for a runtime to connect, checks the runtime and prints the verdict. The process ends
 * with the kit's exit code.
 * @throws UsageError if the port is in use, or a report or an id is not valid
 */
export const conformRuntime = (options: ConformRuntimeOptions): Promise<void> =>
  runKitCommand(options, (signal) => runKit(options, signal));

const runKit = async (options: ConformRuntimeOptions, signal: AbortSignal): Promise<void> => {
  const { version, listen: port, failed, wait } = options;
  const selectedAudits = failed === undefined ? options.only : listFailedAudits(await readReport(failed));
  if (failed !== undefined && selectedAudits?.length === 0) {
    print(`NOTHING TO RUN  No audit of ${failed} failed. Exit code 0.\n`);
    return;
  }
  const report = await runLinkConformance({
    ...{ version, port, signal },
    onListening: (url) =>
      print(`Listening at ${url} for a runtime, such as scene-runtime runtime --connect ${url}\n`),
    ...(wait !== undefined && { waitMs: wait * 1000 }),
    ...(selectedAudits !== undefined && { only: selectedAudits }),
    onProgress: createProgressReporter(process.stderr),
  });
  await reportConformance(report, options);
};
