/** Runs the checks of the test commands, and counts the results. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';

export interface CheckResult {
  passed: number;
  failed: number;
  /** One line for each failure, with its message. */
  failures: readonly string[];
}

interface VitestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const runCommand = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): boolean => {
  process.stdout.write(`\n$ ${command} ${args.join(' ')}\n`);
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
};

const createFailure = (line: string): CheckResult => ({ passed: 0, failed: 1, failures: [line] });

export const runCheck = (command: string, ...args: string[]): CheckResult =>
  runCommand(command, args)
    ? { passed: 1, failed: 0, failures: [] }
    : createFailure([command, ...args].join(' '));

const getFirstLine = (words: string | undefined): string => (words ?? '').trimStart().split('\n', 1)[0] ?? '';

/**
 * Returns the failures, so that they can be repeated at the end of the run. Otherwise, readers would have to scroll
 * back thousands of lines to find them.
 */
const listFailures = ({ testResults }: VitestResults): string[] =>
  testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}: ${getFirstLine(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${file} > ${fullName}: ${getFirstLine(failureMessages[0])}`,
    );
  });

interface TestRunOptions {
  /** Path of another Node binary, which also runs the commands that tests start. */
  readonly node?: string;
  /**
   * How services and runtimes are linked in tests of `handlers`. Only tests that start both then run. When absent, both
   * run in the same process.
   */
  readonly link?: string;
  /** Whether to plant only some of the faults, selected by the seed, instead of all faults. */
  readonly samplesFaults?: boolean;
  /** Runs only tests whose names match. */
  readonly testNamePattern?: string | undefined;
  /** Rewrites the snapshots of the tests that run. */
  readonly update?: boolean | undefined;
}

/** Selects the tests of `handlers` that start a service with a runtime. */
const linkedTests = [
  ...['related', join(process.cwd(), 'handlers/testing-service.ts'), '--run'],
  ...['--exclude', '{bench,conformance,fixtures,runtime,scripts,spec}/**'],
];

/** Runs the given test files, or all test files when none are given. */
export const runTests = (
  files: readonly string[] = [],
  { node, link, samplesFaults, testNamePattern, update }: TestRunOptions = {},
): CheckResult => {
  const folder = mkdtempSync(join(tmpdir(), 'scene-runtime-test-'));
  const file = join(folder, 'results.json');
  const errorsFile = join(folder, 'errors.json');
  try {
    const config = ['--config', '.config/vitest.config.ts'];
    const reporters = ['default', 'json', './.config/unhandled-errors-reporter.ts'].map(
      (name) => `--reporter=${name}`,
    );
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      ...(link === undefined ? ['run'] : linkedTests),
      ...config,
      ...[...reporters, `--outputFile.json=${file}`],
      ...(testNamePattern === undefined ? [] : [`--testNamePattern=${testNamePattern}`]),
      ...files,
      // A path after this option would be taken for its value.
      ...(update ? ['--update'] : []),
    ];
    const env = {
      ...(node ? withBinaryOnPath(node) : process.env),
      ...(link && { RUNTIME_LINK: link }),
      ...(samplesFaults && { FAULTS: 'drawn' }),
      ERRORS_OUTSIDE: errorsFile,
    };
    const succeeded = runCommand(node ?? process.execPath, vitest, env);
    const results = JSON.parse(readFileSync(file, 'utf8')) as VitestResults;
    const { numPassedTests: passed, numFailedTests: failed } = results;
    for (const { fullName, status } of results.testResults.flatMap((suite) => suite.assertionResults)) {
      if (testNamePattern === undefined && status !== 'passed' && status !== 'failed')
        process.stdout.write(`${status}: ${fullName}\n`);
    }
    if (succeeded && testNamePattern !== undefined && passed === 0)
      return createFailure(`No test name matches ${testNamePattern}.`);
    if (succeeded) return { passed, failed, failures: [] };
    const errors = JSON.parse(readFileSync(errorsFile, 'utf8')) as string[];
    const failures = [...listFailures(results), ...errors.map((error) => `outside of all tests: ${error}`)];
    return { passed, failed: Math.max(failed, failures.length), failures };
  } catch {
    return createFailure('No results were written, because the test run was aborted.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Returns an environment with the folder of a binary at the front of PATH. */
const withBinaryOnPath = (binary: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${dirname(binary)}${delimiter}${process.env.PATH}`,
});

/** Prints all failures and the line with the totals, and sets the exit code. */
export const reportResults = (counts: readonly CheckResult[]): void => {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  const failures = counts.flatMap((count) => count.failures);
  if (failures.length > 0)
    process.stdout.write(`\nFailures:\n${failures.map((line) => `  ${line}\n`).join('')}`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
};
