/**
 * Checks the properties of the engine with the requested number of random graphs.
 *
 * `npx tsx scripts/stress/check-engine-properties.ts [--runs n] [--seed n]`
 */
import { engineProperties } from '../../fixtures/engine-model/properties/engine-properties.ts';
import { runAsScript } from './run-as-script.ts';

await runAsScript(import.meta.url, { runs: 10_000, seed: 'random' }, async ({ runs, seed }) => {
  const failed: string[] = [];
  for (const { name, check } of engineProperties) {
    const startedAt = performance.now();
    try {
      check(runs, seed);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`${name}: holds for ${runs} (${seconds} s)\n`);
    } catch (failure) {
      process.stdout.write(`${name}: FAILS\n${String(failure)}\n`);
      if (failure instanceof Error && failure.cause) process.stdout.write(`${String(failure.cause)}\n`);
      failed.push(name);
    }
  }
  return failed;
});
