import { formatErrorLine } from '../../bench/harness/candidate.ts';
import { chooseSuites } from '../../bench/suites/index.ts';
import { UsageError } from './exit-codes.ts';

/** Options of `bench`. Those that are given per target are in the order of the `--url` options. */
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

/** @throws UsageError that lists the suites when a name is unknown */
export const assertKnownSuites = (names: readonly string[] | undefined): void => {
  try {
    chooseSuites(names);
  } catch (failure) {
    throw new UsageError(`--suite: ${formatErrorLine(failure)}`);
  }
};
