/** Checks the properties of the engine with the requested number of random graphs. */
import '../report-usage-errors.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { engineProperties } from '../../fixtures/engine-model/properties/engine-properties.ts';
import { parseWholeNumber } from '../parse-options.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = parseWholeNumber(values, 'runs', 10_000);
const seed = parseWholeNumber(values, 'seed', randomInt(2 ** 31));

for (const { name, check } of engineProperties) {
  const startedAt = performance.now();
  try {
    check(runs, seed);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`${name}: holds for ${runs} (${seconds} s)\n`);
  } catch (failure) {
    process.stdout.write(`${name}: FAILS with --seed ${seed}\n${String(failure)}\n`);
    if (failure instanceof Error && failure.cause) process.stdout.write(`${String(failure.cause)}\n`);
    process.exitCode = 1;
  }
}
