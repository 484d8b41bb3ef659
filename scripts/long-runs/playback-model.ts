/** Plays random orders to playbacks and holds them against their model: `[--runs n] [--seed n]`. */
import '../usage.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { check } from 'fast-check';
import { openRuntime, playbacksAgree } from '../../fixtures/playback-model/play.ts';
import { wholeNumber } from './options.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = wholeNumber(values, 'runs', 10_000);
const seed = wholeNumber(values, 'seed', randomInt(2 ** 31));

const outcome = await check(playbacksAgree(await openRuntime()), { numRuns: runs, seed });
process.stdout.write(
  `${outcome.numRuns} sequences with --seed ${seed}: ${outcome.failed ? 'FAILS' : 'playbacks do what their model says'}\n`,
);
if (outcome.failed)
  process.stdout.write(`${JSON.stringify(outcome.counterexample)}\n${String(outcome.errorInstance)}\n`);
process.exitCode = outcome.failed ? 1 : 0;
