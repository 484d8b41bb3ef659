/**
 * Runs random commands on a scene and compares the scene with its model.
 *
 * `npx tsx scripts/stress/check-scene-model.ts [--runs n] [--seed n]`
 */
import { createModelProperty } from '../../fixtures/scene-model/check-scene.ts';
import { createTestClient, createTestService, testHosts } from '../../handlers/testing-service.ts';
import { checkProperty } from './check-property.ts';
import { runAsScript } from './run-as-script.ts';

await runAsScript(import.meta.url, { runs: 1_000, seed: 'random' }, async (options) => {
  const { service, runtime, token, failures, dispose } = await createTestService();
  try {
    const host = await testHosts['Fetch host']?.(service);
    if (!host || !runtime) throw new Error('There is no scene for the commands.');
    const system = { call: createTestClient(host, token), runtime };
    const problems = await checkProperty(createModelProperty(system), options);
    for (const failure of failures) process.stdout.write(`A call failed internally: ${String(failure)}\n`);
    return [...problems, ...failures.map(String)];
  } finally {
    await dispose();
  }
});
