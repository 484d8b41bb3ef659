/** Checks the properties of the engine against as many random graphs as there is time for. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { properties } from '../runtime/engine/properties/properties.ts';

const wholeNumber = (text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`Expected a whole number: ${text}`);
  return Number(text);
};

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = wholeNumber(values.runs ?? '10000');
const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber(values.seed);

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
