/** Soak tests for the hub: `npx tsx scripts/stress/soak-hub.ts --scenario steady --seconds 600`. */
import { soakSubscriptionChurn } from './soak-hub/subscription-churn.ts';
import { soakConnectionChurn } from './soak-hub/connection-churn.ts';
import { soakHalfOpenConnections } from './soak-hub/half-open-connections.ts';
import { commandLines, startProcessTarget } from './soak-hub/process-target.ts';
import { soakStalledClients } from './soak-hub/stalled-clients.ts';
import { soakSteadyLoad } from './soak-hub/steady-load.ts';
import { runAsScript } from './run-as-script.ts';
import type { ScenarioReport, SoakTarget } from './soak-hub/soak-target.ts';

interface Scenario {
  /** Default duration in seconds. Absent for scenarios whose duration is determined by the hub's limits. */
  readonly seconds?: number;
  run(target: SoakTarget, seconds: number, seed: number): Promise<ScenarioReport>;
}

const scenarios: Readonly<Record<string, Scenario>> = {
  steady: {
    seconds: 600,
    run: (target, seconds) =>
      soakSteadyLoad(target, { subscribers: 100, seconds, calibrationMs: 5_000, before: 15_000 }),
  },
  stalled: {
    run: (target) => soakStalledClients(target, { healthy: 10, length: 4_000, before: 10_000 }),
  },
  connects: {
    seconds: 60,
    run: (target, seconds, seed) =>
      soakConnectionChurn(target, { seconds, perSecond: 1_000, before: 5_000, restMs: 35_000, seed }),
  },
  churn: {
    seconds: 60,
    run: (target, seconds, seed) => soakSubscriptionChurn(target, { seconds, before: 10_000, seed }),
  },
  'half-open': { run: (target) => soakHalfOpenConnections(target, 50) },
};

const printText = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Runs a scenario against its own server.
 * @returns the problems
 */
const runScenario = async (
  name: string,
  scenario: Scenario,
  seconds: number,
  seed: number,
): Promise<readonly string[]> => {
  const target = await startProcessTarget(commandLines.built);
  const report = await scenario
    .run(target, seconds || (scenario.seconds ?? 0), seed)
    .catch((failure: Error): ScenarioReport => ({ rows: [], problems: [failure.stack ?? failure.message] }));
  const errorOutput = await target.stop();
  const problems = [
    ...report.problems,
    ...(errorOutput === '' ? [] : [`the server printed: ${errorOutput}`]),
  ];
  printText(`\n${name}`);
  for (const [label, value] of report.rows) printText(`  ${label.padEnd(30)} ${value}`);
  for (const problem of problems) printText(`  PROBLEM ${problem}`);
  printText(`${name}: ${problems.length === 0 ? 'all checks passed' : `${problems.length} problems`}`);
  return problems;
};

await runAsScript(
  import.meta.url,
  // The default of 0 seconds stands for the scenario's own duration.
  { scenario: ['all', ...Object.keys(scenarios)], seconds: 0, seed: 'random' },
  async ({ scenario: selected, seconds, seed }) => {
    const problems: string[] = [];
    for (const [name, scenario] of Object.entries(scenarios)) {
      if (selected === 'all' || selected === name)
        problems.push(...(await runScenario(name, scenario, seconds, seed)));
    }
    return problems;
  },
);
