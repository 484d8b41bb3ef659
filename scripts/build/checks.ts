/** What the test commands run, and how it is counted. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export interface Count {
  passed: number;
  failed: number;
}

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): boolean => {
  process.stdout.write(`\n$ ${command} ${args.join(' ')}\n`);
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
};

export const check = (command: string, ...args: string[]): Count =>
  run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/**
 * Runs test files, all of them when none is named.
 * @param node another Node that everything is to run on, down to the commands that tests start
 */
export const suites = (files: readonly string[] = [], node?: string): Count => {
  const folder = mkdtempSync(join(tmpdir(), 'scene-runtime-test-'));
  const file = join(folder, 'results.json');
  try {
    const config = ['--config', '.config/vitest.config.ts'];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...config, ...reporters, ...files];
    const succeeded = run(node ?? process.execPath, vitest, node ? withCommand(node) : process.env);
    const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
    const { numPassedTests: passed, numFailedTests: failed } = results;
    for (const { fullName, status } of results.testResults.flatMap((suite) => suite.assertionResults)) {
      if (status !== 'passed' && status !== 'failed') process.stdout.write(`${status}: ${fullName}\n`);
    }
    // A suite that could not even be loaded has no failed test, but the run has failed.
    return { passed, failed: failed === 0 && !succeeded ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The environment in which a binary is found before all others. */
const withCommand = (binary: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${dirname(binary)}${delimiter}${process.env.PATH}`,
});

/** Says what came of everything in the closing line, and by the exit code. */
export const conclude = (counts: readonly Count[]): void => {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
};
