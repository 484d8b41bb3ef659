/**
 * Breaks one stated thing of the traffic at a time and looks whether the kit notices: `npm run mutants`. With nothing said all
 * mutants are judged, which takes an hour or more; `--sample n` judges n of them, drawn by `--seed n`; `--operator NAME` and
 * `--id ID`, each again and again, confine it (a `*` at the end stands for any ending). What came of each is kept in
 * `--log FILE`; `--resume` goes on where the log ends, and `--score` writes `conformance/SCORE.md` from it.
 * With `--quick` survivors are not shown to the requirements about other things.
 */
import '../usage.ts';
import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lazy } from '#spec/lazy.ts';
import { drawn } from '../../fixtures/mutants/draw.ts';
import { mutants, operatorOf } from '../../fixtures/mutants/index.ts';
import { judge, type Verdict } from '../../fixtures/mutants/judge.ts';
import { blunt, identity } from '../../fixtures/mutants/controls.ts';
import { learnMeetings } from '../../fixtures/mutants/meetings.ts';
import { renderScore, scoreOf } from '../../fixtures/mutants/score.ts';
import { wholeNumber } from './options.ts';

const root = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string' },
    operator: { type: 'string', multiple: true },
    id: { type: 'string', multiple: true },
    log: { type: 'string', default: resolve(root, 'node_modules/.cache/mutants.jsonl') },
    resume: { type: 'boolean', default: false },
    score: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});
const { log, resume, score, quick, operator: operators, id: ids } = values;

const show = (text: string): boolean => process.stdout.write(`${text}\n`);

interface Entry extends Verdict {
  readonly id: string;
  /** Whether only the requirements about the broken thing were asked. */
  readonly quick: boolean;
}

/** What came of mutants before; a survivor of a quick run is asked again by one that is not. */
const readLog = (): Map<string, Verdict> =>
  new Map(
    (existsSync(log) ? readFileSync(log, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Entry)
      .filter((entry) => quick || score || !entry.quick || entry.fate === 'noticed')
      .map(({ id, quick: _, ...verdict }) => [id, verdict]),
  );

const matches = (text: string, pattern: string): boolean =>
  pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;

const seed = wholeNumber(values, 'seed', randomInt(2 ** 31));
const meant = mutants.filter(
  (mutant) =>
    (!operators || operators.includes(operatorOf(mutant))) &&
    (!ids || ids.some((pattern) => matches(mutant.id, pattern))),
);
const sample = wholeNumber(values, 'sample', meant.length);

/** Learnt when the first mutant survives those who are asked at once. */
const meetings = lazy(learnMeetings);

/** Without these a score would say nothing. */
const control = async (): Promise<void> => {
  const about = ['HEALTH-*', 'CONN-*', 'NODE-*', 'PORT-*', 'HTTP-*', 'HUB-*', 'DOC-RESPONSE-001'];
  const whole = await judge(identity(about));
  const broken = await judge(blunt(about));
  if (whole.fate === 'survived' && broken.fate === 'noticed') return;
  throw new Error(
    `The run is void: nothing broken ${JSON.stringify(whole)}, all broken ${JSON.stringify(broken)}`,
  );
};

mkdirSync(dirname(log), { recursive: true });
if (!resume && !score) rmSync(log, { force: true });
const verdicts = readLog();
const chosen = score ? [] : drawn(meant, sample, seed).filter(({ id }) => !verdicts.has(id));
if (chosen.length > 0) {
  show(`${chosen.length} of ${mutants.length} mutants, seed ${seed}`);
  await control();
}
for (const [index, mutant] of chosen.entries()) {
  const verdict = await judge(mutant, quick ? undefined : meetings);
  verdicts.set(mutant.id, verdict);
  appendFileSync(log, `${JSON.stringify({ id: mutant.id, quick, ...verdict })}\n`);
  const { fate, requirement = '' } = verdict;
  show(`${String(index + 1).padStart(5)} ${fate.padEnd(20)}${mutant.id}  ${requirement}`);
}
show(
  `${(100 * scoreOf(verdicts)).toFixed(1)} % of ${verdicts.size} are noticed by a requirement about what is broken`,
);
if (score) {
  writeFileSync(resolve(root, 'conformance/SCORE.md'), renderScore(verdicts));
  show('conformance/SCORE.md is written');
}
