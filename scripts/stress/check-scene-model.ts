/**
 * Runs random commands on a scene and compares the scene with its model.
 *
 * `npx tsx scripts/stress/check-scene-model.ts [--runs n] [--seed n]`
 */
import '../report-usage-errors.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { check } from 'fast-check';
import { createModelProperty } from '../../fixtures/scene-model/check-scene.ts';
import { createTestClient, createTestService, testHosts } from '../../handlers/testing-service.ts';
import { parseWholeNumber } from '../parse-options.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = parseWholeNumber(values, 'runs', 1000);
const seed = parseWholeNumber(values, 'seed', randomInt(2 ** 31));

const { service, runtime, token, failures, dispose } = await createTestService();
try {
  const host = await testHosts['Fetch host']?.(service);
  if (!host || !runtime) throw new Error('There is no scene for the commands.');
  const system = { call: createTestClient(host, token), runtime };
  const outcome = await check(createModelProperty(system), { numRuns: runs, seed });
  process.stdout.write(
    `${outcome.numRuns} sequences with --seed ${seed}: ${outcome.failed ? 'FAILS' : 'the scene matches its model'}\n`,
  );
  if (outcome.failed)
    process.stdout.write(`${JSON.stringify(outcome.counterexample)}\n${String(outcome.errorInstance)}\n`);
  for (const failure of failures) process.stdout.write(`A call failed internally: ${String(failure)}\n`);
  process.exitCode = outcome.failed || failures.length > 0 ? 1 : 0;
} finally {
  await dispose();
}
