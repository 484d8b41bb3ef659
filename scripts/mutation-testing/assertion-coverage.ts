/**
 * Measures which of the kit's assertions have ever failed: `npm run judgements`. It lists the lines that never failed,
 * because it is unknown whether those assertions can fail.
 *
 * - First, it plants every fault, or only the faults of the areas named by `--area NAME`.
 * - Then, in audits with assertions that no fault made fail, it perturbs single responses and messages, at most
 * `--tries N` times per audit.
 * - `--by faults` or `--by disturbances` runs only one of the two steps, and `--beside N` sets how many runs are done
 * at the same time.
 * - Results are written to `--log FILE`. `--resume` continues from that log, and `--mutants FILE` adds the log of `npm
 * run mutants`.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { subscribeToAssertions } from '../../conformance/runner/assertions.ts';
import { type Area, faultsByArea } from '../../fixtures/faults/index.ts';
import { linkFaults } from '../../fixtures/faults/link/index.ts';
import { runKitOnRuntime } from '../../fixtures/faults/link/run-link-kit.ts';
import { runKitOnFault, selectFaultAudits } from '../../fixtures/faults/run-kit.ts';
import { exitCodes, UsageError } from '../cli/exit-codes.ts';
import { parseWholeNumber } from '../parse-options.ts';
import '../report-usage-errors.ts';
import {
  mapAuditsByLine,
  mapLinkAuditsByLine,
  perturbAudit,
  perturbLinkAudit,
} from './assertion-coverage/perturb-audit.ts';
import type { PlantedFault } from '../../fixtures/faults/planted-fault.ts';

const kitFolder = resolve(import.meta.dirname, '../../../conformance');

/**
 * Matches a call that decides about a requirement. `must(true)` is excluded, because this call only reports an earlier
 * decision.
 */
const assertionPattern = /\.(must[A-Z]?\w*|should)\((?!true,)/;

const listSources = (folder: string): readonly string[] =>
  readdirSync(join(kitFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
    .sort();

/** Returns the source lines of all assertions, keyed by `file:line` as in outcomes. */
const listAssertionLines = (): ReadonlyMap<string, string> =>
  new Map(
    ['audits', 'audit-helpers', 'model'].flatMap(listSources).flatMap((file) =>
      readFileSync(join(kitFolder, file), 'utf8')
        .split('\n')
        .flatMap((text, index) =>
          assertionPattern.test(text) ? [[`${file}:${index + 1}`, text.trim()] as const] : [],
        ),
    ),
  );

/** The runtime link's area has its own list of faults. */
const linkArea = 'link';

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
const maxRunsPerAudit = parseWholeNumber(values, 'tries', 600);
const concurrency = parseWholeNumber(values, 'beside', 3);
const allAreas = [...Object.keys(faultsByArea), linkArea];
const selectedAreas = values.area ?? allAreas;
const unknownArea = selectedAreas.find((name) => !allAreas.includes(name));
if (unknownArea !== undefined)
  throw new UsageError(`There is no area ${unknownArea}. Available: ${allAreas.join(', ')}.`);
if (by !== undefined && by !== 'faults' && by !== 'disturbances')
  throw new UsageError(`--by accepts faults or disturbances, not ${by}.`);

const printLine = (text: string): boolean => process.stdout.write(`${text}\n`);

mkdirSync(dirname(log), { recursive: true });
if (!resume) rmSync(log, { force: true });
const assertionLines = listAssertionLines();
const readLines = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
/** Reads the assertion lines from a log written by `npm run mutants`. */
const readMutantLog = (file: string): readonly string[] =>
  readLines(file)
    .filter((text) => text !== '')
    .flatMap((text) => (JSON.parse(text) as { readonly line?: string }).line ?? []);
const loggedLines = [
  ...readLines(log),
  ...(values.mutants === undefined ? [] : readMutantLog(values.mutants)),
];
const failedLines = new Set(loggedLines.filter((line) => assertionLines.has(line)));
const formatCoverage = (): string =>
  `${failedLines.size} of ${assertionLines.size} assertions have been seen to fail`;

/**
 * Processes several items of a list at the same time, because most of the time is spent waiting for responses that
 * never come.
 */
const runConcurrently = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  const pending = [...items];
  const runNext = async (): Promise<void> => {
    for (let item = pending.shift(); item; item = pending.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
};

const runPlantedFaults = async (): Promise<void> => {
  const listFaultRuns = (name: string): (() => Promise<unknown>)[] => {
    if (name === linkArea)
      return linkFaults.map((fault) => () => runKitOnRuntime(fault, [...(fault.by ?? fault.breaks)]));
    const planted: readonly PlantedFault[] = faultsByArea[name as Area];
    return planted.map((fault) => () => runKitOnFault(fault, selectFaultAudits(fault)));
  };
  const faultRuns = selectedAreas.flatMap(listFaultRuns);
  let planted = 0;
  await runConcurrently(faultRuns, async (runFault) => {
    await runFault();
    planted += 1;
    if (planted % 25 === 0) printLine(`[${planted}/${faultRuns.length}] ${formatCoverage()}`);
  });
};

/** Perturbs audits until every assertion that they reach has failed. */
const perturbAudits = async <A extends { readonly id: string }>(
  auditsByLine: ReadonlyMap<string, ReadonlySet<A>>,
  perturb: (audit: A, maxRuns: number, isDone: () => boolean) => Promise<number>,
): Promise<void> => {
  const listRemaining = (audit: A): readonly string[] =>
    [...auditsByLine]
      .filter(([line, by]) => by.has(audit) && assertionLines.has(line) && !failedLines.has(line))
      .map(([line]) => line);
  const auditsWithLines = new Set([...auditsByLine.values()].flatMap((by) => [...by]));
  const pending = [...auditsWithLines].filter((audit) => listRemaining(audit).length > 0);
  let doneCount = 0;
  await runConcurrently(pending, async (audit) => {
    const remainingBefore = listRemaining(audit).length;
    const runs =
      remainingBefore === 0
        ? 0
        : await perturb(audit, maxRunsPerAudit, () => listRemaining(audit).length === 0);
    doneCount += 1;
    const newlyFailed = remainingBefore - listRemaining(audit).length;
    printLine(
      `[${doneCount}/${pending.length}] ${audit.id}: ${newlyFailed} of ${remainingBefore} lines in ${runs} runs`,
    );
  });
};

const perturbAllAudits = async (): Promise<void> => {
  const auditsByLine = await mapAuditsByLine();
  const linkAuditsByLine = await mapLinkAuditsByLine();
  await perturbAudits(auditsByLine, perturbAudit);
  await perturbAudits(linkAuditsByLine, perturbLinkAudit);
  const isUncovered = (line: string): boolean => !auditsByLine.has(line) && !linkAuditsByLine.has(line);
  const uncovered = [...assertionLines.keys()].filter((line) => isUncovered(line) && !failedLines.has(line));
  printLine(`\nNo audit reaches these assertions in an unperturbed run:\n${uncovered.join('\n')}\n`);
};

subscribeToAssertions(({ line, holds }) => {
  if (holds || line === undefined || !assertionLines.has(line) || failedLines.has(line)) return;
  failedLines.add(line);
  appendFileSync(log, `${line}\n`);
});
if (by !== 'disturbances') await runPlantedFaults();
if (by !== 'faults') await perturbAllAudits();
for (const [line, text] of assertionLines) if (!failedLines.has(line)) printLine(`${line}  ${text}`);
printLine(formatCoverage());
process.exitCode = failedLines.size === assertionLines.size ? exitCodes.ok : exitCodes.failed;
