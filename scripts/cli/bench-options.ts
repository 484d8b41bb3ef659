import { formatErrorLine } from '../../bench/harness/candidate.ts';
import { chooseSuites } from '../../bench/suites/index.ts';
import { UsageError } from './exit-codes.ts';

/** Options of `bench`. Options that are given once per target are in the same order as the `--url` options. */
export interface BenchCommandOptions {
  readonly url?: readonly string[];
  readonly eventsUrl?: readonly string[];
  readonly token?: readonly string[];
  readonly tokenEnv?: readonly string[];
  readonly fingerprint?: readonly string[];
  readonly pid?: readonly number[];
  readonly suite?: readonly string[];
  readonly quick?: true;
  readonly out?: string;
}

/**
 * Checks the names of suites.
 * @throws UsageError that lists all suites if a name is unknown
 */
export const assertKnownSuites = (names: readonly string[] | undefined): void => {
  try {
    chooseSuites(names);
  } catch (failure) {
    throw new UsageError(`--suite: ${formatErrorLine(failure)}`);
  }
};
