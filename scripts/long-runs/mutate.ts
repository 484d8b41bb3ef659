/**
 * Breaks one place at a time and looks whether a test notices:
 * `npm run mutate -- [--mutants n] [--seed n] [--runners n] [--judge name]… [path…]`. Paths are folders or files, `runtime`
 * and `handlers` when none is named. Judges are those of `mutate/judges.ts` that a path has, or of these the named ones
 * alone; some of them need `npm run build`. Survivors are listed with what stands there and what nobody missed.
 */
import '../usage.ts';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { exitCodes, UsageError } from '../cli/exit.ts';
import { drawMutants } from './mutate/draw.ts';
import { judgesOf, quickestFirst } from './mutate/judges.ts';
import { wholeNumber } from './options.ts';
import type { MutantResult } from '@stryker-mutator/api/core';
import type { Drawn } from './mutate/draw.ts';
import type { Judge } from './mutate/judges.ts';

type Status = MutantResult['status'];

const root = resolve(import.meta.dirname, '../..');

const rangeOf = ({ path, location: { start, end } }: Drawn): string =>
  `${path}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;

const keyOf = ({ fileName, location, replacement }: Pick<Drawn, 'fileName' | 'location' | 'replacement'>) =>
  JSON.stringify([fileName, placeOf(location.start), placeOf(location.end), replacement]);

const placeOf = ({ line, column }: Drawn['location']['start']): string => `${line}:${column}`;

/** What Stryker reports counts lines and columns from 1, what it takes from 0. */
const drawnAs = ({ location: { start, end }, ...mutant }: MutantResult): string => {
  const before = ({ line, column }: typeof start) => ({ line: line - 1, column: column - 1 });
  return keyOf({ ...mutant, location: { start: before(start), end: before(end) } });
};

/** Asks a judge about mutants. @returns what became of each, by its key. */
const ask = async (judge: Judge, mutants: readonly Drawn[]): Promise<ReadonlyMap<string, Status>> => {
  process.env.MUTATE_JUDGE = judge;
  const copies = await mkdtemp(join(tmpdir(), 'scene-runtime-mutate-'));
  const options = {
    testRunner: 'vitest',
    vitest: { configFile: '.config/vitest.mutate.ts', related: judge === 'units' },
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'scripts/long-runs/mutate/drawn.js')],
    checkers: ['drawn'],
    drawn: mutants.map(({ fileName, location, replacement }) => ({ fileName, location, replacement })),
    mutate: mutants.map(rangeOf),
    // Half of them check.
    concurrency: 2 * runners,
    // Who is slow counts as noticed: only those may that never end.
    timeoutMS: 30_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 60,
    tempDirName: copies,
    // The one that Stryker would look for it would want to read with a TypeScript that had an interface.
    tsconfigFile: 'none',
    reporters: ['drawn'],
    warnings: false,
  };
  try {
    const results = await new Stryker(options).runMutationTest();
    return new Map(results.map((result) => [drawnAs(result), result.status]));
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
};

const isNoticed = (status: Status): boolean => status === 'Killed' || status === 'Timeout';

const { values, positionals } = parseArgs({
  options: {
    mutants: { type: 'string' },
    seed: { type: 'string' },
    runners: { type: 'string' },
    judge: { type: 'string', multiple: true },
  },
  allowPositionals: true,
});
const seed = wholeNumber(values, 'seed', randomInt(2 ** 31));
const count = wholeNumber(values, 'mutants', 60);
/** How many mutants are asked about side by side. */
const runners = wholeNumber(values, 'runners', 1);
const paths = positionals.length > 0 ? positionals : ['runtime', 'handlers'];
process.chdir(root);
process.env.SEED ??= String(seed);

const { drawn, of } = await drawMutants(root, paths, { count, seed });
console.log(`--seed ${seed}: ${drawn.length} of the ${of} mutants of ${paths.join(' and ')}`);

const known = quickestFirst(drawn.flatMap(({ path }) => judgesOf(path)));
const foreign = values.judge?.find((name) => !known.some((judge) => judge === name));
if (foreign !== undefined)
  throw new UsageError(`There is no judge ${foreign} for what was drawn; there are ${known.join(', ')}.`);
const judges = values.judge ? known.filter((judge) => values.judge?.includes(judge)) : known;

const statuses = new Map<string, Status>();
let open = drawn;
for (const judge of judges) {
  const asked = open.filter(({ path }) => judgesOf(path).includes(judge));
  if (asked.length === 0) continue;
  console.log(`\n${judge} are asked about ${asked.length}`);
  try {
    for (const [key, status] of await ask(judge, asked)) statuses.set(key, status);
  } catch (failure) {
    console.error(`${judge} cannot judge: ${failure instanceof Error ? failure.message : failure}`);
  }
  open = open.filter((mutant) => !isNoticed(statuses.get(keyOf(mutant)) ?? 'Pending'));
  console.log(`${open.length} are left`);
}

for (const { path, location, mutatorName, original, replacement } of open) {
  console.log(`\n${path}:${location.start.line + 1} ${mutatorName}\n- ${original}\n+ ${replacement}`);
}
const late = drawn.filter((mutant) => statuses.get(keyOf(mutant)) === 'Timeout').length;
const noticed = drawn.length - open.length;
const rate = ((100 * noticed) / drawn.length).toFixed(1);
console.log(`\n${noticed} of ${drawn.length} noticed (${rate} %), ${late} of them because they never end`);
process.exitCode = open.length > 0 ? exitCodes.failed : exitCodes.ok;
