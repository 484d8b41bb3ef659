/**
 * Judges strangers: the reference implementation behind oddities that the description allows. Nothing may fail.
 * `--combinations N` draws that many at random, from `--seed N` on; `--each` takes every switch alone; `--switch ID`,
 * again and again, makes one combination of those that are named; `--only ID` confines the audits; `--conditions`
 * brings the copies in special conditions; `--without-pending` draws no switch that the kit is known to be wrong about. Ends with 1 when something legal was condemned.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Difference, lost, misjudged } from '../../fixtures/strangers/compare.ts';
import { drawSwitches } from '../../fixtures/strangers/draw.ts';
import { judgeStranger } from '../../fixtures/strangers/judge.ts';
import { pending } from '../../fixtures/strangers/pending.ts';
import { allSwitches } from '../../fixtures/strangers/switches/index.ts';
import { servedConditions } from '../../fixtures/targets/reference.ts';
import { exitCodes, UsageError } from '../cli/exit.ts';
import { wholeNumber } from './whole-number.ts';
import type { Switch } from '../../fixtures/strangers/switch.ts';

interface Combination {
  readonly name: string;
  readonly chosen: readonly Switch[];
}

const show = (text: string): boolean => process.stdout.write(`${text}\n`);

const named = (id: string): Switch => {
  const found = allSwitches.find((one) => one.id === id);
  if (!found)
    throw new UsageError(
      `There is no switch ${id}; there are ${allSwitches.map((one) => one.id).join(', ')}.`,
    );
  return found;
};

const options = () => {
  try {
    const { values } = parseArgs({
      options: {
        combinations: { type: 'string' },
        seed: { type: 'string' },
        switch: { type: 'string', multiple: true },
        each: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true },
        conditions: { type: 'boolean', default: false },
        'without-pending': { type: 'boolean', default: false },
      },
    });
    return {
      ...values,
      combinations: wholeNumber(values.combinations, values.switch || values.each ? 0 : 3),
      seed: wholeNumber(values.seed, randomInt(2 ** 31)),
    };
  } catch (failure) {
    throw new UsageError((failure as Error).message);
  }
};

const { combinations, seed, switch: wanted, each, only, conditions, 'without-pending': settled } = options();

const drawable = settled ? allSwitches.filter(({ id }) => !pending.includes(id)) : allSwitches;

const drawn = (index: number): Combination => ({
  name: `--combinations 1 --seed ${seed + index}${settled ? ' --without-pending' : ''}`,
  chosen: drawSwitches(seed + index, drawable),
});

const tried: readonly Combination[] = [
  ...(wanted ? [{ name: wanted.map((id) => `--switch ${id}`).join(' '), chosen: wanted.map(named) }] : []),
  ...(each
    ? allSwitches
        .filter(({ doubt }) => doubt === undefined)
        .map((one) => ({ name: `--switch ${one.id}`, chosen: [one] }))
    : []),
  ...Array.from({ length: combinations }, (_, index) => drawn(index)),
];

const judging = { only, seed, conditions: conditions ? servedConditions : [] };

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

const { report: reference } = await judgeStranger([], judging);
show(`the reference: ${JSON.stringify(reference.counts)}`);
let condemned = 0;
for (const { name, chosen } of tried) {
  const started = performance.now();
  const { report, failures } = await judgeStranger(chosen, judging);
  const wrong = misjudged(report);
  const missed = lost(report, reference);
  const seconds = Math.round((performance.now() - started) / 1000);
  show(`\n${name} (${seconds} s)\n  ${chosen.map(({ id }) => id).join(' ')}`);
  show(`  ${wrong.length} condemned, ${missed.length} no longer verified, of ${report.requirements.length}`);
  show(told([...wrong, ...missed]).trimEnd());
  for (const failure of failures) show(`    A call failed inside: ${String(failure)}`);
  if (report.problem !== undefined) show(`    ${report.problem}`);
  if (wrong.length > 0 || report.problem !== undefined) condemned += 1;
}
show(`\n${tried.length - condemned} of ${tried.length} strangers are judged right.`);
process.exitCode = condemned > 0 ? exitCodes.failed : exitCodes.ok;
