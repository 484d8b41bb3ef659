/** Everything that can be checked on this machine, counted in one closing line: 'N passed, N failed'. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Count {
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

const run = (command: string, args: readonly string[]): boolean => {
  process.stdout.write(`\n$ ${command} ${args.join(' ')}\n`);
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
};

const check = (command: string, ...args: string[]): Count =>
  run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

const suites = (): Count => {
  const folder = mkdtempSync(join(tmpdir(), 'scene-runtime-test-'));
  const file = join(folder, 'results.json');
  try {
    const config = '.config/vitest.config.ts';
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const succeeded = run('vitest', ['run', '--config', config, ...reporters]);
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

const counts = [
  check('biome', 'check', '.'),
  check('tsc'),
  check('tsx', 'scripts/render-documents.ts', '--check'),
  check('tsx', 'scripts/build.ts'),
  suites(),
];

const total = counts.reduce((sum, c) => ({ passed: sum.passed + c.passed, failed: sum.failed + c.failed }));
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
