import { describeCrash } from '../../conformance/report/report.ts';
import { printError } from './output.ts';

/** The exit code for an error of the kit itself. */
const crashExitCode = 3;

/** Prints an unexpected error of the kit as one line. The process ends with the exit code of such errors. */
export const reportKitCrash = (failure: unknown): void => {
  printError(`scene-runtime: the kit itself failed: ${describeCrash(failure)}\n`);
  process.exitCode = crashExitCode;
};
