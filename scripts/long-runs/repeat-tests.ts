/**
 * Runs all test files again and again beside others that keep the machine busy, so that whoever depends on being quick
 * shows: `npm run test:repeat -- [--times n] [--load n] [path…]`. Each run draws a seed of its own and prints it.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import '../usage.ts';
import { conclude, suites } from '../build/checks.ts';
import { wholeNumber } from './options.ts';
import type { Count } from '../build/checks.ts';

const { values, positionals } = parseArgs({
  options: { times: { type: 'string' }, load: { type: 'string' } },
  allowPositionals: true,
});

const times = wholeNumber(values, 'times', 10);
const burners = Array.from(
  { length: wholeNumber(values, 'load', 2) },
  () => new Worker('for (;;) Math.sqrt(2);', { eval: true }),
);
const counts: Count[] = [];
for (let run = 0; run < times; run += 1) {
  const count = suites(positionals);
  counts.push(count);
  process.stdout.write(`\nrun ${run + 1}: ${count.passed} passed, ${count.failed} failed\n`);
}
await Promise.all(burners.map((burner) => burner.terminate()));
conclude(counts);
