/**
 * Runs random commands on playbacks and compares the playbacks with their model.
 *
 * `npx tsx scripts/stress/check-playback-model.ts [--runs n] [--seed n]`
 */
import '../report-usage-errors.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { check } from 'fast-check';
import { openPlaybackRuntime, createModelProperty } from '../../fixtures/playback-model/check-playbacks.ts';
import { parseWholeNumber } from '../parse-options.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = parseWholeNumber(values, 'runs', 10_000);
const seed = parseWholeNumber(values, 'seed', randomInt(2 ** 31));

const outcome = await check(createModelProperty(await openPlaybackRuntime()), { numRuns: runs, seed });
process.stdout.write(
  `${outcome.numRuns} sequences with --seed ${seed}: ${outcome.failed ? 'FAILS' : 'playbacks match their model'}\n`,
);
if (outcome.failed)
  process.stdout.write(`${JSON.stringify(outcome.counterexample)}\n${String(outcome.errorInstance)}\n`);
process.exitCode = outcome.failed ? 1 : 0;
