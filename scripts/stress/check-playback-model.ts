/**
 * Runs random commands on playbacks and compares the playbacks with their model.
 *
 * `npx tsx scripts/stress/check-playback-model.ts [--runs n] [--seed n]`
 */
import { openPlaybackRuntime, createModelProperty } from '../../fixtures/playback-model/check-playbacks.ts';
import { checkProperty } from './check-property.ts';
import { runAsScript } from './run-as-script.ts';

await runAsScript(import.meta.url, { runs: 10_000, seed: 'random' }, async (options) =>
  checkProperty(createModelProperty(await openPlaybackRuntime()), options),
);
