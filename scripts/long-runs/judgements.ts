/**
 * Looks which lines of the kit that judge have been seen to fail, each for a fault or a mutant: `npm run judgements`.
 * Plants every fault, or those of the areas named by `--area NAME`, again and again; adds what the log of `npm run mutants`
 * tells (`--mutants FILE`). Lists the lines that never failed: nobody knows that they can.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { areas } from '../../fixtures/faults/index.ts';
import { auditsFor, judge } from '../../fixtures/faults/judge.ts';
import { linkFaults } from '../../fixtures/faults/link/index.ts';
import { judgeRuntime } from '../../fixtures/faults/link/judge.ts';
import { exitCodes, UsageError } from '../cli/exit.ts';
import type { Report } from '../../conformance/run.ts';
import type { Area } from '../../fixtures/faults/index.ts';
import type { PlantedFault } from '../../fixtures/faults/planted-fault.ts';

const kit = resolve(import.meta.dirname, '../../conformance');

/** A call that decides something, whoever makes it; `must(true)` only says what others have decided. */
const judges = /\.(must[A-Z]?\w*|should)\((?!true,)/;

/** What has faults of its own beside the areas of the service. */
const link = 'link';

/** The lines that judge, by their place as outcomes tell it. */
const judgingLines = (): ReadonlyMap<string, string> =>
  new Map(
    ['audits', 'lab', 'model'].flatMap((room) =>
      readdirSync(join(kit, room), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .sort()
        .flatMap((file) =>
          readFileSync(join(kit, room, file), 'utf8')
            .split('\n')
            .flatMap((text, index) =>
              judges.test(text) ? [[`${room}/${file}:${index + 1}`, text.trim()] as const] : [],
            ),
        ),
    ),
  );

/** The lines that a log of mutants tells. */
const linesIn = (log: string): readonly string[] =>
  (existsSync(log) ? readFileSync(log, 'utf8') : '')
    .split('\n')
    .filter((text) => text !== '')
    .flatMap((text) => (JSON.parse(text) as { readonly line?: string }).line ?? []);

const { values } = parseArgs({
  options: { area: { type: 'string', multiple: true }, mutants: { type: 'string' } },
});
const all = [...Object.keys(areas), link];
const chosen = values.area ?? all;
const foreign = chosen.find((name) => !all.includes(name));
if (foreign !== undefined) throw new UsageError(`There is no area ${foreign}; there are ${all.join(', ')}.`);
const judgementsOf = (name: string): (() => Promise<Report>)[] => {
  if (name === link)
    return linkFaults.map((fault) => () => judgeRuntime(fault, [...(fault.by ?? fault.breaks)]));
  const planted: readonly PlantedFault[] = areas[name as Area];
  return planted.map((fault) => async () => (await judge(fault, auditsFor(fault))).report);
};
const judgements = chosen.flatMap(judgementsOf);

const show = (text: string): boolean => process.stdout.write(`${text}\n`);
const red = new Set(values.mutants === undefined ? [] : linesIn(values.mutants));
for (const [index, judgement] of judgements.entries()) {
  const { audits } = await judgement();
  for (const { line } of audits) if (line !== undefined) red.add(line);
  if ((index + 1) % 25 === 0) show(`[${index + 1}/${judgements.length}]`);
}
const lines = judgingLines();
const never = [...lines].filter(([line]) => !red.has(line));
for (const [line, text] of never) show(`${line}  ${text}`);
show(`${lines.size - never.length} of ${lines.size} lines that judge have been seen to fail`);
process.exitCode = never.length === 0 ? exitCodes.ok : exitCodes.failed;
