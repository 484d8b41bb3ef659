/**
 * Judges strangers: the reference implementation behind oddities that the description allows. Nothing may fail.
 * `--combinations N` draws that many at random, from `--seed N` on; what takes ten times as long as the others is
 * left out of them unless `--slow` is given. `--switch ID`, again and again, makes one combination of those that are
 * named; `--each` takes every switch alone, or each of those that are named. `--only ID` confines the audits;
 * `--conditions` brings the copies in special conditions; `--beside N` judges that many at a time, all on one core. Ends with 1 when something legal was condemned.
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
  /** Of what the kit draws. */
  readonly seed: number;
  readonly chosen: readonly VariantSwitch[];
}

const printLine = (text: string): boolean => process.stdout.write(`${text}\n`);

const findSwitch = (id: string): VariantSwitch => {
  const found = allSwitches.find((one) => one.id === id);
  if (!found)
    throw new UsageError(
      `There is no switch ${id}; there are ${allSwitches.map((one) => one.id).join(', ')}.`,
    );
  return found;
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
const { switch: wanted, each, slow, only, conditions } = values;
const combinations = parseWholeNumber(values, 'combinations', wanted || each ? 0 : 3);
const seed = parseWholeNumber(values, 'seed', randomInt(2 ** 31));
const concurrency = parseWholeNumber(values, 'beside', 1);

/** The same switches with and without the slow ones, but for these. */
const drawCombination = (index: number): Combination => ({
  name: `--combinations 1 --seed ${seed + index}${slow ? ' --slow' : ''}`,
  seed: seed + index,
  chosen: drawSwitches(seed + index, allSwitches).filter((one) => slow || one.slow === undefined),
});

const createSingleSwitch = (one: VariantSwitch): Combination => ({
  name: `--switch ${one.id}`,
  seed,
  chosen: [one],
});

const namedSwitches: readonly VariantSwitch[] = (wanted ?? []).map(findSwitch);

const listNamedCombinations = (): readonly Combination[] => {
  if (each) {
    return (wanted ? namedSwitches : allSwitches.filter(({ doubt }) => doubt === undefined)).map(
      createSingleSwitch,
    );
  }
  return wanted
    ? [{ name: wanted.map((id) => `--switch ${id}`).join(' '), seed, chosen: namedSwitches }]
    : [];
};

const testedCombinations: readonly Combination[] = [
  ...listNamedCombinations(),
  ...Array.from({ length: combinations }, (_, index) => drawCombination(index)),
];

const kitOptions = { only, conditions: conditions ? servedConditions : [] };

/** What is wrong, once for all requirements that it is wrong about. */
const formatDifferences = (differences: readonly Difference[]): string => {
  const causes = new Map<string, string[]>();
  for (const { requirement, is, reasons } of differences) {
    for (const reason of reasons.length > 0 ? reasons : [is]) {
      causes.set(reason, [...(causes.get(reason) ?? []), requirement]);
    }
  }
  return [...causes].map(([reason, ids]) => `    ${reason}\n        ${ids.join(' ')}\n`).join('');
};

const { report: reference } = await runKitOnVariant([], { ...kitOptions, seed });
printLine(`the reference: ${JSON.stringify(reference.counts)}`);
const referenceProblems = formatDifferences(findFalseFailures(reference)).trimEnd();
if (referenceProblems !== '') printLine(referenceProblems);
let failedCount = 0;
const testCombination = async ({ name, seed: own, chosen }: Combination): Promise<void> => {
  const started = performance.now();
  const { report, failures } = await runKitOnVariant(chosen, { ...kitOptions, seed: own });
  const wrong = findFalseFailures(report);
  const missed = findLostVerifications(report, reference);
  const seconds = Math.round((performance.now() - started) / 1000);
  printLine(`\n${name} (${seconds} s)\n  ${chosen.map(({ id }) => id).join(' ')}`);
  printLine(
    `  ${wrong.length} condemned, ${missed.length} no longer verified, of ${report.requirements.length}`,
  );
  printLine(formatDifferences([...wrong, ...missed]).trimEnd());
  for (const failure of failures) printLine(`    A call failed inside: ${String(failure)}`);
  if (report.problem !== undefined) printLine(`    ${report.problem}`);
  if (wrong.length > 0 || report.problem !== undefined) failedCount += 1;
};

const pendingCombinations = testedCombinations.values();
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (const one of pendingCombinations) await testCombination(one);
  }),
);
printLine(
  `\n${testedCombinations.length - failedCount} of ${testedCombinations.length} strangers are judged right.`,
);
process.exitCode = failedCount > 0 ? exitCodes.failed : exitCodes.ok;
