/** Checks the properties of the engine against as many random graphs as there is time for. */
import '../usage.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { properties } from '../../fixtures/engine-model/properties/properties.ts';
import { wholeNumber } from './options.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = wholeNumber(values, 'runs', 10_000);
const seed = wholeNumber(values, 'seed', randomInt(2 ** 31));

for (const { name, check } of properties) {
  const begun = performance.now();
  try {
    check(runs, seed);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${name}: holds for ${runs} (${seconds} s)\n`);
  } catch (failure) {
    process.stdout.write(`${name}: FAILS with --seed ${seed}\n${String(failure)}\n`);
    if (failure instanceof Error && failure.cause) process.stdout.write(`${String(failure.cause)}\n`);
    process.exitCode = 1;
  }
}
