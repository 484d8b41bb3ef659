/**
 * Judges strangers: the reference implementation behind oddities that the description allows. Nothing may fail.
 * `--combinations N` draws that many at random, from `--seed N` on; what takes ten times as long as the others is
 * left out of them unless `--slow` is given. `--switch ID`, again and again, makes one combination of those that are
 * named; `--each` takes every switch alone, or each of those that are named. `--only ID` confines the audits;
 * `--conditions` brings the copies in special conditions; `--beside N` judges that many at a time, all on one core. Ends with 1 when something legal was condemned.
 */
import '../usage.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Difference, lost, misjudged } from '../../fixtures/strangers/compare.ts';
import { drawSwitches } from '../../fixtures/strangers/draw.ts';
import { judgeStranger } from '../../fixtures/strangers/judge.ts';
import { allSwitches } from '../../fixtures/strangers/switches/index.ts';
import { servedConditions } from '../../fixtures/targets/reference.ts';
import { exitCodes, UsageError } from '../cli/exit.ts';
import { wholeNumber } from './options.ts';
import type { Switch } from '../../fixtures/strangers/switch.ts';

interface Combination {
  readonly name: string;
  /** Of what the kit draws. */
  readonly seed: number;
  readonly chosen: readonly Switch[];
}

const show = (text: string): boolean => process.stdout.write(`${text}\n`);

const switchOf = (id: string): Switch => {
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
const combinations = wholeNumber(values, 'combinations', wanted || each ? 0 : 3);
const seed = wholeNumber(values, 'seed', randomInt(2 ** 31));
const beside = wholeNumber(values, 'beside', 1);

/** The same switches with and without the slow ones, but for these. */
const drawn = (index: number): Combination => ({
  name: `--combinations 1 --seed ${seed + index}${slow ? ' --slow' : ''}`,
  seed: seed + index,
  chosen: drawSwitches(seed + index, allSwitches).filter((one) => slow || one.slow === undefined),
});

const alone = (one: Switch): Combination => ({ name: `--switch ${one.id}`, seed, chosen: [one] });

const named: readonly Switch[] = (wanted ?? []).map(switchOf);

const chosenByHand = (): readonly Combination[] => {
  if (each) {
    return (wanted ? named : allSwitches.filter(({ doubt }) => doubt === undefined)).map(alone);
  }
  return wanted ? [{ name: wanted.map((id) => `--switch ${id}`).join(' '), seed, chosen: named }] : [];
};

const tried: readonly Combination[] = [
  ...chosenByHand(),
  ...Array.from({ length: combinations }, (_, index) => drawn(index)),
];

const judging = { only, conditions: conditions ? servedConditions : [] };

/** What is wrong, once for all requirements that it is wrong about. */
const told = (differences: readonly Difference[]): string => {
  const causes = new Map<string, string[]>();
  for (const { requirement, is, reasons } of differences) {
    for (const reason of reasons.length > 0 ? reasons : [is]) {
      causes.set(reason, [...(causes.get(reason) ?? []), requirement]);
    }
  }
  return [...causes].map(([reason, ids]) => `    ${reason}\n        ${ids.join(' ')}\n`).join('');
};

const { report: reference } = await judgeStranger([], { ...judging, seed });
show(`the reference: ${JSON.stringify(reference.counts)}`);
const itself = told(misjudged(reference)).trimEnd();
if (itself !== '') show(itself);
let condemned = 0;
const judge = async ({ name, seed: own, chosen }: Combination): Promise<void> => {
  const started = performance.now();
  const { report, failures } = await judgeStranger(chosen, { ...judging, seed: own });
  const wrong = misjudged(report);
  const missed = lost(report, reference);
  const seconds = Math.round((performance.now() - started) / 1000);
  show(`\n${name} (${seconds} s)\n  ${chosen.map(({ id }) => id).join(' ')}`);
  show(`  ${wrong.length} condemned, ${missed.length} no longer verified, of ${report.requirements.length}`);
  show(told([...wrong, ...missed]).trimEnd());
  for (const failure of failures) show(`    A call failed inside: ${String(failure)}`);
  if (report.problem !== undefined) show(`    ${report.problem}`);
  if (wrong.length > 0 || report.problem !== undefined) condemned += 1;
};

const waiting = tried.values();
await Promise.all(
  Array.from({ length: beside }, async () => {
    for (const one of waiting) await judge(one);
  }),
);
show(`\n${tried.length - condemned} of ${tried.length} strangers are judged right.`);
process.exitCode = condemned > 0 ? exitCodes.failed : exitCodes.ok;
