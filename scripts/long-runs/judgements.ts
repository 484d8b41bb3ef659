/**
 * Looks which lines of the kit that judge have been seen to fail: `npm run judgements`. Plants every fault, or those of the
 * areas named by `--area NAME`; then disturbs the runs of the audits with lines that no fault made fail, at most `--tries N`
 * times each. Both are done `--beside N` at a time; `--by faults` or `--by disturbances` does one of the two. What was seen
 * is kept in `--log FILE`; `--resume` goes on from it, and `--mutants FILE` adds what the log of `npm run mutants` tells.
 * Lists the lines that never failed: nobody knows that they can.
 */
import '../usage.ts';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { subscribeToAssertions } from '../../conformance/runner/assertion-location.ts';
import { areas } from '../../fixtures/faults/index.ts';
import { auditsFor, judge } from '../../fixtures/faults/judge.ts';
import { linkFaults } from '../../fixtures/faults/link/index.ts';
import { judgeRuntime } from '../../fixtures/faults/link/judge.ts';
import { exitCodes, UsageError } from '../cli/exit.ts';
import { auditsByLine, disturb } from './judgements/disturbing.ts';
import { disturbLink, linkAuditsByLine } from './judgements/disturbing-link.ts';
import { judgingLines } from './judgements/lines.ts';
import { wholeNumber } from './options.ts';
import type { Area } from '../../fixtures/faults/index.ts';
import type { PlantedFault } from '../../fixtures/faults/planted-fault.ts';

/** What has faults of its own beside the areas of the service. */
const link = 'link';

const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true },
    by: { type: 'string' },
    tries: { type: 'string' },
    beside: { type: 'string' },
    mutants: { type: 'string' },
    log: {
      type: 'string',
      default: resolve(import.meta.dirname, '../../node_modules/.cache/judgements.txt'),
    },
    resume: { type: 'boolean', default: false },
  },
});
const { log, resume, by } = values;
const tries = wholeNumber(values, 'tries', 600);
const beside = wholeNumber(values, 'beside', 3);
const allAreas = [...Object.keys(areas), link];
const chosen = values.area ?? allAreas;
const foreign = chosen.find((name) => !allAreas.includes(name));
if (foreign !== undefined)
  throw new UsageError(`There is no area ${foreign}; there are ${allAreas.join(', ')}.`);
if (by !== undefined && by !== 'faults' && by !== 'disturbances')
  throw new UsageError(`--by takes faults or disturbances, not ${by}.`);

const show = (text: string): boolean => process.stdout.write(`${text}\n`);

mkdirSync(dirname(log), { recursive: true });
if (!resume) rmSync(log, { force: true });
const lines = judgingLines();
const linesOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
/** The lines of the kit that a log of mutants tells. */
const seenByMutants = (file: string): readonly string[] =>
  linesOf(file)
    .filter((text) => text !== '')
    .flatMap((text) => (JSON.parse(text) as { readonly line?: string }).line ?? []);
const seen = [...linesOf(log), ...(values.mutants === undefined ? [] : seenByMutants(values.mutants))];
const red = new Set(seen.filter((line) => lines.has(line)));
const count = (): string => `${red.size} of ${lines.size} lines that judge have been seen to fail`;

/** Does the same with each of a list, so many at a time: most of it is waiting for what does not come. */
const besides = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const waiting = [...all];
  const go = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: beside }, go));
};

const plant = async (): Promise<void> => {
  const judgementsOf = (name: string): (() => Promise<unknown>)[] => {
    if (name === link)
      return linkFaults.map((fault) => () => judgeRuntime(fault, [...(fault.by ?? fault.breaks)]));
    const planted: readonly PlantedFault[] = areas[name as Area];
    return planted.map((fault) => () => judge(fault, auditsFor(fault)));
  };
  const judgements = chosen.flatMap(judgementsOf);
  let planted = 0;
  await besides(judgements, async (judgement) => {
    await judgement();
    planted += 1;
    if (planted % 25 === 0) show(`[${planted}/${judgements.length}] ${count()}`);
  });
};

/** Shows audits what they have to object to, until each of the lines that they come by has failed. */
const disturbEach = async <A extends { readonly id: string }>(
  reached: ReadonlyMap<string, ReadonlySet<A>>,
  disturb: (audit: A, most: number, isOver: () => boolean) => Promise<number>,
): Promise<void> => {
  const leftOf = (audit: A): readonly string[] =>
    [...reached]
      .filter(([line, by]) => by.has(audit) && lines.has(line) && !red.has(line))
      .map(([line]) => line);
  const reaching = new Set([...reached.values()].flatMap((by) => [...by]));
  const waiting = [...reaching].filter((audit) => leftOf(audit).length > 0);
  let ended = 0;
  await besides(waiting, async (audit) => {
    const before = leftOf(audit).length;
    const runs = before === 0 ? 0 : await disturb(audit, tries, () => leftOf(audit).length === 0);
    ended += 1;
    const seen = before - leftOf(audit).length;
    show(`[${ended}/${waiting.length}] ${audit.id}: ${seen} of ${before} lines in ${runs} runs`);
  });
};

const disturbAll = async (): Promise<void> => {
  const reached = await auditsByLine();
  const reachedByLink = await linkAuditsByLine();
  await disturbEach(reached, disturb);
  await disturbEach(reachedByLink, disturbLink);
  const isUnreached = (line: string): boolean => !reached.has(line) && !reachedByLink.has(line);
  const unreached = [...lines.keys()].filter((line) => isUnreached(line) && !red.has(line));
  show(`\nNo audit comes by these where nothing is wrong:\n${unreached.join('\n')}\n`);
};

subscribeToAssertions(({ line, holds }) => {
  if (holds || line === undefined || !lines.has(line) || red.has(line)) return;
  red.add(line);
  appendFileSync(log, `${line}\n`);
});
if (by !== 'disturbances') await plant();
if (by !== 'faults') await disturbAll();
for (const [line, text] of lines) if (!red.has(line)) show(`${line}  ${text}`);
show(count());
process.exitCode = red.size === lines.size ? exitCodes.ok : exitCodes.failed;
