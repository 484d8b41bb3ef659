/**
 * Breaks one documented detail of the traffic at a time and checks that the kit notices: `npm run mutants`. Running all
 * mutants takes an hour or more.
 *
 * - `--sample n` runs n mutants, drawn with `--seed n`.
 * - `--operator NAME` and `--id ID` (repeatable) select mutants. A `*` at the end matches any ending.
 * - Results are written to `--log FILE`. `--resume` continues where the log ends, and `--score` writes
 * `conformance/SCORE.md` from the log.
 * - `--quick` checks only the requirements about the broken detail. Mutants that survive these are not checked further.
 */
import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lazy } from '#spec/lazy.ts';
import { recordCoverage } from '../../fixtures/mutants/audit-coverage-map.ts';
import { matchesPattern } from '../../fixtures/mutants/mutant.ts';
import { drawSample } from '../../fixtures/mutants/draw-sample.ts';
import {
  createObviousMutant,
  createUndetectableMutant,
  evaluateMutant,
  type MutantVerdict,
} from '../../fixtures/mutants/evaluate-mutant.ts';
import { getOperatorName, mutants } from '../../fixtures/mutants/index.ts';
import { computeScore, renderScore } from '../../fixtures/mutants/mutation-score.ts';
import { parseWholeNumber } from '../parse-options.ts';
import '../report-usage-errors.ts';

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

const printLine = (text: string): boolean => process.stdout.write(`${text}\n`);

interface LogEntry extends MutantVerdict {
  readonly id: string;
  /** Whether only the requirements about the broken detail were checked. */
  readonly quick: boolean;
}

/** Reads earlier results. A full run repeats the mutants that survived a quick run. */
const readLog = (): Map<string, MutantVerdict> =>
  new Map(
    (existsSync(log) ? readFileSync(log, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogEntry)
      .filter((entry) => quick || score || !entry.quick || entry.fate === 'noticed')
      .map(({ id, quick: _, ...verdict }) => [id, verdict]),
  );

const seed = parseWholeNumber(values, 'seed', randomInt(2 ** 31));
const selectedMutants = mutants.filter(
  (mutant) =>
    (!operators || operators.includes(getOperatorName(mutant))) &&
    (!ids || ids.some((pattern) => matchesPattern(mutant.id, pattern))),
);
const sample = parseWholeNumber(values, 'sample', selectedMutants.length);

/** Coverage is recorded only when a mutant first survives the requirements about its broken detail. */
const coverageMap = lazy(recordCoverage);

/** Checks with two control mutants that the score is meaningful: one must survive, and the other must be noticed. */
const checkControlMutants = async (): Promise<void> => {
  const about = ['HEALTH-*', 'CONN-*', 'NODE-*', 'PORT-*', 'HTTP-*', 'HUB-*', 'DOC-RESPONSE-001'];
  const harmlessVerdict = await evaluateMutant(createUndetectableMutant(about));
  const obviousVerdict = await evaluateMutant(createObviousMutant(about));
  if (harmlessVerdict.fate === 'survived' && obviousVerdict.fate === 'noticed') return;
  throw new Error(
    `The run is void. Control mutant that breaks nothing: ${JSON.stringify(harmlessVerdict)}, that breaks everything: ${JSON.stringify(obviousVerdict)}`,
  );
};

mkdirSync(dirname(log), { recursive: true });
if (!resume && !score) rmSync(log, { force: true });
const knownVerdicts = readLog();
const mutantsToRun = score
  ? []
  : drawSample(selectedMutants, sample, seed).filter(({ id }) => !knownVerdicts.has(id));
if (mutantsToRun.length > 0) {
  printLine(`${mutantsToRun.length} of ${mutants.length} mutants, seed ${seed}`);
  await checkControlMutants();
}
for (const [index, mutant] of mutantsToRun.entries()) {
  const verdict = await evaluateMutant(mutant, quick ? undefined : coverageMap);
  knownVerdicts.set(mutant.id, verdict);
  appendFileSync(log, `${JSON.stringify({ id: mutant.id, quick, ...verdict })}\n`);
  const { fate, requirement = '' } = verdict;
  printLine(`${String(index + 1).padStart(5)} ${fate.padEnd(20)}${mutant.id}  ${requirement}`);
}
printLine(
  `${(100 * computeScore(knownVerdicts)).toFixed(1)} % of ${knownVerdicts.size} are noticed by a requirement about the broken detail`,
);
if (score) {
  writeFileSync(resolve(root, 'conformance/SCORE.md'), renderScore(knownVerdicts));
  printLine('Wrote conformance/SCORE.md');
}
