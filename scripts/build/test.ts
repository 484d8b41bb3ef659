/**
 * Runs all checks that this machine can run, and prints the totals in one closing line: 'N passed, N failed'.
 *
 * - Tests that start a service with a runtime run twice: in the same process, and over the runtime link.
 * - The kit is tested with a random selection of the planted faults.
 * - `--node 24` also runs the smoke tests on that version of Node, which is installed from npm.
 * - With paths, only those test files run, with all of their faults. With `-t`, only tests whose names match. With `-u`,
 *   their snapshots are rewritten.
 */
import { parseArgs } from 'node:util';
import '../report-usage-errors.ts';
import { type CheckResult, runCheck, reportResults, runTests } from './run-checks.ts';
import { runSmokeTestsOn } from './test-on-node-version.ts';

const { values, positionals } = parseArgs({
  options: {
    node: { type: 'string', multiple: true },
    testNamePattern: { type: 'string', short: 't' },
    update: { type: 'boolean', short: 'u' },
  },
  allowPositionals: true,
});

const runEverything = (): readonly CheckResult[] => [
  runCheck('biome', 'check', '.'),
  runCheck('tsc', '-b'),
  runCheck('tsx', 'scripts/build/unused-exports.ts'),
  runCheck('tsx', 'scripts/build/render-documents.ts', '--check'),
  runCheck('tsx', 'scripts/build/build.ts'),
  runTests([], { samplesFaults: true }),
  runTests([], { link: 'over a wire, in JSON' }),
  ...(values.node ?? []).map(runSmokeTestsOn),
];

const { testNamePattern, update } = values;
const isPartialRun = positionals.length > 0 || testNamePattern !== undefined;
reportResults(isPartialRun ? [runTests(positionals, { testNamePattern, update })] : runEverything());
