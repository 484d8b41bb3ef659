/** Long runs of the hub: `npx tsx scripts/long-runs/soak-hub.ts --scenario steady --seconds 600`. */
import '../usage.ts';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { soakChurn } from './soak-hub/churn.ts';
import { soakConnects } from './soak-hub/connects.ts';
import { soakHalfOpen } from './soak-hub/half-open.ts';
import { commandLines, serveTarget } from './soak-hub/process.ts';
import { soakStalled } from './soak-hub/stalled.ts';
import { soakSteady } from './soak-hub/steady.ts';
import { oneOf, wholeNumber } from './options.ts';
import type { Report, SoakTarget } from './soak-hub/soak-target.ts';

interface Scenario {
  /** Seconds that it usually goes on for; absent where the limits of the hub decide. */
  readonly seconds?: number;
  run(target: SoakTarget, seconds: number, seed: number): Promise<Report>;
}

const scenarios: Readonly<Record<string, Scenario>> = {
  steady: {
    seconds: 600,
    run: (target, seconds) =>
      soakSteady(target, { subscribers: 100, seconds, calibrationMs: 5_000, before: 15_000 }),
  },
  stalled: {
    run: (target) => soakStalled(target, { healthy: 10, length: 4_000, before: 10_000 }),
  },
  connects: {
    seconds: 60,
    run: (target, seconds, seed) =>
      soakConnects(target, { seconds, perSecond: 1_000, before: 5_000, restMs: 35_000, seed }),
  },
  churn: {
    seconds: 60,
    run: (target, seconds, seed) => soakChurn(target, { seconds, before: 10_000, seed }),
  },
  'half-open': { run: (target) => soakHalfOpen(target, 50) },
};

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Runs a scenario against a server of its own. @returns whether every promise was kept */
const soak = async (
  name: string,
  scenario: Scenario,
  seconds: number | undefined,
  commandLine: readonly string[],
  seed: number,
) => {
  const target = await serveTarget(commandLine);
  const report = await scenario
    .run(target, seconds ?? scenario.seconds ?? 0, seed)
    .catch((failure: Error): Report => ({ rows: [], problems: [failure.stack ?? failure.message] }));
  const last = await target.end();
  const problems = [...report.problems, ...(last === '' ? [] : [`the server says: ${last}`])];
  print(`\n${name}`);
  for (const [what, seen] of report.rows) print(`  ${what.padEnd(30)} ${seen}`);
  for (const problem of problems) print(`  PROBLEM ${problem}`);
  print(
    `${name}: ${problems.length === 0 ? 'every promise kept' : `${problems.length} problems`}, seed ${seed}`,
  );
  return problems.length === 0;
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      scenario: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      source: { type: 'boolean', default: false },
    },
  });
  const wanted = oneOf(values, 'scenario', ['all', ...Object.keys(scenarios)]);
  const chosen = Object.entries(scenarios).filter(([name]) => ['all', name].includes(wanted));
  const seed = wholeNumber(values, 'seed', randomInt(2 ** 31));
  const seconds = values.seconds === undefined ? undefined : wholeNumber(values, 'seconds', 0);
  let kept = true;
  for (const [name, scenario] of chosen) {
    const commandLine = values.source ? commandLines.source : commandLines.built;
    if (!(await soak(name, scenario, seconds, commandLine, seed))) kept = false;
  }
  return kept ? 0 : 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
