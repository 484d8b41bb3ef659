/**
 * Runs the kit on conforming variants: the reference implementation with unusual behavior that the description allows.
 * No audit may fail.
 *
 * - `--combinations N` draws N random combinations of switches, starting with `--seed N`. Switches that make a run ten
 * times as long are left out unless `--slow` is given.
 * - `--switch ID` (repeatable) tests one combination that consists of the named switches.
 * - `--each` tests every switch alone, or each of the named switches alone.
 * - `--only ID` selects audits, and `--conditions` adds servers in special conditions.
 * - `--beside N` tests N combinations at the same time, all on one core.
 *
 * The exit code is 1 if correct behavior was rejected.
 */
import '../report-usage-errors.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  type Difference,
  findLostVerifications,
  findFalseFailures,
} from '../../fixtures/conforming-variants/compare-reports.ts';
import { drawSwitches } from '../../fixtures/conforming-variants/draw-switches.ts';
import { runKitOnVariant } from '../../fixtures/conforming-variants/run-kit.ts';
import { allSwitches } from '../../fixtures/conforming-variants/switches/index.ts';
import { servedConditions } from '../../fixtures/targets/reference-target.ts';
import { exitCodes, UsageError } from '../cli/exit-codes.ts';
import { parseWholeNumber } from '../parse-options.ts';
import type { VariantSwitch } from '../../fixtures/conforming-variants/variant-switch.ts';

interface Combination {
  readonly name: string;
  /** Seed for the kit's random inputs. */
  readonly seed: number;
  readonly switches: readonly VariantSwitch[];
}

const printLine = (text: string): boolean => process.stdout.write(`${text}\n`);

const findSwitch = (id: string): VariantSwitch => {
  const match = allSwitches.find((variantSwitch) => variantSwitch.id === id);
  if (!match)
    throw new UsageError(
      `There is no switch ${id}. Available: ${allSwitches.map((variantSwitch) => variantSwitch.id).join(', ')}.`,
    );
  return match;
};

const { values } = parseArgs({
  options: {
    combinations: { type: 'string' },
    seed: { type: 'string' },
    switch: { type: 'string', multiple: true },
    each: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    conditions: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
});
const { switch: switchIds, each, slow, only, conditions } = values;
const combinations = parseWholeNumber(values, 'combinations', switchIds || each ? 0 : 3);
const seed = parseWholeNumber(values, 'seed', randomInt(2 ** 31));
const concurrency = parseWholeNumber(values, 'beside', 1);

/**
 * Draws a combination of switches. Apart from the slow switches, a seed draws the same switches with and without
 * `--slow`.
 */
const drawCombination = (index: number): Combination => ({
  name: `--combinations 1 --seed ${seed + index}${slow ? ' --slow' : ''}`,
  seed: seed + index,
  switches: drawSwitches(seed + index, allSwitches).filter(
    (variantSwitch) => slow || variantSwitch.slow === undefined,
  ),
});

const createSingleSwitch = (variantSwitch: VariantSwitch): Combination => ({
  name: `--switch ${variantSwitch.id}`,
  seed,
  switches: [variantSwitch],
});

const namedSwitches: readonly VariantSwitch[] = (switchIds ?? []).map(findSwitch);

const listNamedCombinations = (): readonly Combination[] => {
  if (each) {
    return (switchIds ? namedSwitches : allSwitches.filter(({ doubt }) => doubt === undefined)).map(
      createSingleSwitch,
    );
  }
  return switchIds
    ? [{ name: switchIds.map((id) => `--switch ${id}`).join(' '), seed, switches: namedSwitches }]
    : [];
};

const testedCombinations: readonly Combination[] = [
  ...listNamedCombinations(),
  ...Array.from({ length: combinations }, (_, index) => drawCombination(index)),
];

const kitOptions = { only, conditions: conditions ? servedConditions : [] };

/** Formats the differences by reason, each with the requirements that it affects. */
const formatDifferences = (differences: readonly Difference[]): string => {
  const causes = new Map<string, string[]>();
  for (const { requirement, is: outcome, reasons } of differences) {
    for (const reason of reasons.length > 0 ? reasons : [outcome]) {
      causes.set(reason, [...(causes.get(reason) ?? []), requirement]);
    }
  }
  return [...causes].map(([reason, ids]) => `    ${reason}\n        ${ids.join(' ')}\n`).join('');
};

const { report: reference } = await runKitOnVariant([], { ...kitOptions, seed });
printLine(`the reference implementation: ${JSON.stringify(reference.counts)}`);
const referenceProblems = formatDifferences(findFalseFailures(reference)).trimEnd();
if (referenceProblems !== '') printLine(referenceProblems);
let failedCount = 0;
const testCombination = async ({ name, seed: variantSeed, switches }: Combination): Promise<void> => {
  const startedAt = performance.now();
  const { report, failures } = await runKitOnVariant(switches, { ...kitOptions, seed: variantSeed });
  const falseFailures = findFalseFailures(report);
  const missed = findLostVerifications(report, reference);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  printLine(`\n${name} (${seconds} s)\n  ${switches.map(({ id }) => id).join(' ')}`);
  printLine(
    `  ${falseFailures.length} wrongly failed, ${missed.length} no longer verified, of ${report.requirements.length}`,
  );
  printLine(formatDifferences([...falseFailures, ...missed]).trimEnd());
  for (const failure of failures) printLine(`    A call failed internally: ${String(failure)}`);
  if (report.problem !== undefined) printLine(`    ${report.problem}`);
  if (falseFailures.length > 0 || report.problem !== undefined) failedCount += 1;
};

const pendingCombinations = testedCombinations.values();
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (const combination of pendingCombinations) await testCombination(combination);
  }),
);
printLine(
  `\n${testedCombinations.length - failedCount} of ${testedCombinations.length} conforming variants pass.`,
);
process.exitCode = failedCount > 0 ? exitCodes.failed : exitCodes.ok;
