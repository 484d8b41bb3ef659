/**
 * Everything that can be checked on this machine, counted in one closing line: 'N passed, N failed'. The tests of the
 * service run twice: with a runtime in the same process, and with one at the end of a wire. Of the faults that are planted to
 * judge the kit a third is drawn. With `--node 24` also the smoke set on that version of Node, which npm brings. With paths,
 * the test files there, with all of their faults, and nothing else, and with `-t` of their tests only those whose names match it.
 */
import { parseArgs } from 'node:util';
import '../report-usage-errors.ts';
import { type CheckResult, runCheck, reportResults, runTests } from './run-checks.ts';
import { runSmokeTestsOn } from './test-on-node-version.ts';

const { values, positionals } = parseArgs({
  options: {
    node: { type: 'string', multiple: true },
    testNamePattern: { type: 'string', short: 't' },
  },
  allowPositionals: true,
});

const runEverything = (): readonly CheckResult[] => [
  runCheck('biome', 'check', '.'),
  runCheck('tsc'),
  runCheck('tsx', 'scripts/build/unused-exports.ts'),
  runCheck('tsx', 'scripts/build/render-documents.ts', '--check'),
  runCheck('tsx', 'scripts/build/build.ts'),
  runTests([], { samplesFaults: true }),
  runTests(['handlers'], { link: 'over a wire, in JSON' }),
  ...(values.node ?? []).map(runSmokeTestsOn),
];

const { testNamePattern } = values;
const isPartialRun = positionals.length > 0 || testNamePattern !== undefined;
reportResults(isPartialRun ? [runTests(positionals, { testNamePattern })] : runEverything());
