/**
 * Breaks one piece of the sources at a time and checks that a test notices. Survivors are listed with their original
 * and mutated code.
 *
 * `npm run mutate -- [--mutants n] [--seed n] [--runners n] [--judge name]… [path…]`
 *
 * - Paths are folders or files. The default is `runtime` and `handlers`.
 * - `--judge` selects some of the test groups in `test-groups.ts` that apply to a path. Some of these groups need
 * `npm run build`.
 *
 * `npm run mutate:install` installs Stryker, which no other run needs.
 */
import '../../report-usage-errors.ts';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodes, UsageError } from '../../cli/exit-codes.ts';
import { sampleMutants } from './sample-mutants.ts';
import { listTestGroups, sortByCost } from './test-groups.ts';
import { parseWholeNumber } from '../../parse-options.ts';
import type { MutantResult } from '@stryker-mutator/core';
import type { SampledMutant } from './sample-mutants.ts';
import type { TestGroup } from './test-groups.ts';

const root = resolve(import.meta.dirname, '../../..');

const toStrykerRange = ({ path, location: { start, end } }: SampledMutant): string =>
  `${path}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;

const getMutantKey = ({
  fileName,
  location,
  replacement,
}: Pick<SampledMutant, 'fileName' | 'location' | 'replacement'>) =>
  JSON.stringify([fileName, formatPosition(location.start), formatPosition(location.end), replacement]);

const formatPosition = ({ line, column }: SampledMutant['location']['start']): string => `${line}:${column}`;

/** Stryker reports lines and columns counted from 1, but expects them counted from 0. */
const toSampledMutant = ({ location: { start, end }, ...mutant }: MutantResult): string => {
  const toZeroBased = ({ line, column }: typeof start) => ({ line: line - 1, column: column - 1 });
  return getMutantKey({ ...mutant, location: { start: toZeroBased(start), end: toZeroBased(end) } });
};

/**
 * Runs a group of tests on mutants.
 * @returns the status of each mutant, keyed by the mutant's key
 */
const runTestGroup = async (
  group: TestGroup,
  mutants: readonly SampledMutant[],
): Promise<ReadonlyMap<string, string>> => {
  process.env.MUTATE_JUDGE = group;
  const copies = await mkdtemp(join(tmpdir(), 'scene-runtime-mutate-'));
  const options = {
    testRunner: 'vitest',
    vitest: { configFile: '.config/vitest.stryker.ts', related: group === 'units' },
    plugins: [
      '@stryker-mutator/vitest-runner',
      join(root, 'scripts/mutation-testing/source-mutants/stryker-plugins.js'),
    ],
    checkers: ['drawn'],
    drawn: mutants.map(({ fileName, location, replacement }) => ({ fileName, location, replacement })),
    mutate: mutants.map(toStrykerRange),
    // Doubled, because Stryker uses half of these processes as checkers.
    concurrency: 2 * concurrency,
    // A mutant that times out counts as detected, so the limit must be reached only by mutants that never end.
    timeoutMS: 30_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 60,
    tempDirName: copies,
    // Stryker would read a tsconfig with TypeScript's API, which this version of TypeScript doesn't have.
    tsconfigFile: 'none',
    reporters: ['drawn'],
    warnings: false,
  };
  try {
    const { Stryker } = await import('@stryker-mutator/core');
    const results = await new Stryker(options).runMutationTest();
    return new Map(results.map((result) => [toSampledMutant(result), result.status]));
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
};

const isDetected = (status: string): boolean => status === 'Killed' || status === 'Timeout';

const { values, positionals } = parseArgs({
  options: {
    mutants: { type: 'string' },
    seed: { type: 'string' },
    runners: { type: 'string' },
    judge: { type: 'string', multiple: true },
  },
  allowPositionals: true,
});
const seed = parseWholeNumber(values, 'seed', randomInt(2 ** 31));
const sampleSize = parseWholeNumber(values, 'mutants', 60);
/** Number of mutants that are tested at the same time. */
const concurrency = parseWholeNumber(values, 'runners', 1);
const paths = positionals.length > 0 ? positionals : ['runtime', 'handlers'];
process.chdir(root);
process.env.SEED ??= String(seed);

if (!existsSync(join(import.meta.dirname, 'node_modules')))
  throw new UsageError('Stryker is not installed. Run npm run mutate:install.');
const { sampledMutants, total } = await sampleMutants(root, paths, { count: sampleSize, seed });
console.log(`--seed ${seed}: ${sampledMutants.length} of the ${total} mutants of ${paths.join(' and ')}`);

const affectedGroups = sortByCost(sampledMutants.flatMap(({ path }) => listTestGroups(path)));
const unknownGroup = values.judge?.find((name) => !affectedGroups.some((group) => group === name));
if (unknownGroup !== undefined)
  throw new UsageError(
    `There is no group of tests ${unknownGroup} for the drawn mutants. Available: ${affectedGroups.join(', ')}.`,
  );
const testGroups = values.judge
  ? affectedGroups.filter((group) => values.judge?.includes(group))
  : affectedGroups;

const statusesByKey = new Map<string, string>();
let survivors = sampledMutants;
for (const group of testGroups) {
  const groupMutants = survivors.filter(({ path }) => listTestGroups(path).includes(group));
  if (groupMutants.length === 0) continue;
  console.log(`\n${group}: testing ${groupMutants.length} mutants`);
  try {
    for (const [key, status] of await runTestGroup(group, groupMutants)) statusesByKey.set(key, status);
  } catch (failure) {
    console.error(`${group} can't run: ${failure instanceof Error ? failure.message : failure}`);
  }
  survivors = survivors.filter((mutant) => !isDetected(statusesByKey.get(getMutantKey(mutant)) ?? 'Pending'));
  console.log(`${survivors.length} survive`);
}

for (const { path, location, mutatorName, original, replacement } of survivors) {
  console.log(`\n${path}:${location.start.line + 1} ${mutatorName}\n- ${original}\n+ ${replacement}`);
}
const timedOut = sampledMutants.filter(
  (mutant) => statusesByKey.get(getMutantKey(mutant)) === 'Timeout',
).length;
const detectedCount = sampledMutants.length - survivors.length;
const detectionRate = ((100 * detectedCount) / sampledMutants.length).toFixed(1);
console.log(
  `\n${detectedCount} of ${sampledMutants.length} detected (${detectionRate} %), ${timedOut} of them by a timeout`,
);
process.exitCode = survivors.length > 0 ? exitCodes.failed : exitCodes.ok;
