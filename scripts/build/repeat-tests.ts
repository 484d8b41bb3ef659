/**
 * Repeats all test files while the machine is kept busy, to find tests that depend on its speed. Each run draws a new
 * seed and prints it.
 *
 * `npm run test:repeat -- [--times n] [--load n] [path…]`
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import '../report-usage-errors.ts';
import { reportResults, runTests } from './run-checks.ts';
import { parseWholeNumber } from '../parse-options.ts';
import type { CheckResult } from './run-checks.ts';

const { values, positionals } = parseArgs({
  options: { times: { type: 'string' }, load: { type: 'string' } },
  allowPositionals: true,
});

const repetitions = parseWholeNumber(values, 'times', 10);
const cpuBurners = Array.from(
  { length: parseWholeNumber(values, 'load', 2) },
  () => new Worker('for (;;) Math.sqrt(2);', { eval: true }),
);
const failureCounts: CheckResult[] = [];
for (let run = 0; run < repetitions; run += 1) {
  const count = runTests(positionals);
  failureCounts.push(count);
  process.stdout.write(`\nrun ${run + 1}: ${count.passed} passed, ${count.failed} failed\n`);
}
await Promise.all(cpuBurners.map((burner) => burner.terminate()));
reportResults(failureCounts);
