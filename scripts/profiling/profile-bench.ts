/**
 * Shows where the service spends its time under each load of the benchmark. Builds the service with readable names, and
 * runs the suites given by `--suite`, or all suites, against this build. For each comparison, prints the ten functions
 * with the most self time, as a percentage of the time that was not idle.
 *
 * `npm run profiles -- --suite rest --suite build`
 */
import '../report-usage-errors.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTemporaryServer } from '../../bench/start-temporary-server.ts';
import { runBench } from '../../bench/run-bench.ts';
import { bundlePackage, readableNameOptions } from '../build/bundle-package.ts';
import { openInspector } from './profile-bench/inspector.ts';
import { countActiveSamples, listTopFunctions } from './profile-bench/top-functions.ts';
import type { CpuProfile } from './profile-bench/inspector.ts';

const { values } = parseArgs({
  options: { suite: { type: 'string', multiple: true }, quick: { type: 'boolean', default: false } },
});

/** Matches the progress line of a measured round, such as `rest/put-value: target`, but not that of a warm-up round. */
const roundPattern = /^\S+\/\S+: .*(?<!\(warm-up\))$/;

/** Number of samples in a tenth of a second of CPU time. */
const minSamples = 500;

const folder = await mkdtemp('.dist-');
try {
  await bundlePackage(folder, readableNameOptions);
  const server = await startTemporaryServer(join(folder, 'cli.js'));
  try {
    if (server.pid === undefined) throw new Error('the server did not start');
    const inspector = await openInspector(server.pid);
    const profiles = new Map<string, CpuProfile[]>();
    let queue: Promise<unknown> = Promise.resolve();
    let currentRound: string | undefined;
    const onProgress = (line: string): void => {
      process.stderr.write(`${line}\n`);
      const endedRound = currentRound;
      currentRound = roundPattern.test(line) ? line : undefined;
      const isRoundStarting = currentRound !== undefined;
      queue = queue.then(async () => {
        if (endedRound !== undefined)
          profiles.set(endedRound, [...(profiles.get(endedRound) ?? []), await inspector.stopProfile()]);
        if (isRoundStarting) await inspector.startProfile();
      });
    };
    await runBench({
      targets: [server],
      peers: false,
      quick: values.quick,
      ...(values.suite && { suites: values.suite }),
      onProgress,
    });
    await queue;
    inspector.close();
    for (const [load, loadProfiles] of profiles) {
      // Rounds with fewer samples have measured a baseline rather than the service.
      if (countActiveSamples(loadProfiles) < minSamples) continue;
      const topFunctions = listTopFunctions(loadProfiles, 10).map(
        ({ name, percent }) => `${name} ${percent.toFixed(1)}`,
      );
      process.stdout.write(`${load}: ${topFunctions.join(', ')}\n`);
    }
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
