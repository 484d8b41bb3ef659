/**
 * Tells on what the service spends its time under each load of the bench: `npm run profiles -- --suite rest --suite build`,
 * or under all. Builds the service with readable names, runs the suites against it, and prints for each comparison the ten
 * functions with most time of their own, in per cent of what was not spent waiting.
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

/** What a bench tells when a round begins, but for those that warm up: `rest/put-value: target`. */
const roundPattern = /^\S+\/\S+: .*(?<!\(warm-up\))$/;

/** A tenth of a second at work. */
const minSamples = 500;

const folder = await mkdtemp('.dist-');
try {
  await bundlePackage(folder, readableNameOptions);
  const server = await startTemporaryServer(join(folder, 'cli.js'));
  try {
    if (server.pid === undefined) throw new Error('the server did not start');
    const inspector = await openInspector(server.pid);
    const profiles = new Map<string, CpuProfile[]>();
    let last: Promise<unknown> = Promise.resolve();
    let watched: string | undefined;
    const onProgress = (line: string): void => {
      process.stderr.write(`${line}\n`);
      const ended = watched;
      watched = roundPattern.test(line) ? line : undefined;
      const begins = watched !== undefined;
      last = last.then(async () => {
        if (ended !== undefined)
          profiles.set(ended, [...(profiles.get(ended) ?? []), await inspector.stopProfile()]);
        if (begins) await inspector.startProfile();
      });
    };
    await runBench({
      targets: [server],
      peers: false,
      quick: values.quick,
      ...(values.suite && { suites: values.suite }),
      onProgress,
    });
    await last;
    inspector.close();
    for (const [load, taken] of profiles) {
      // The rest are rounds in which a floor was at work.
      if (countActiveSamples(taken) < minSamples) continue;
      const shares = listTopFunctions(taken, 10).map(({ name, percent }) => `${name} ${percent.toFixed(1)}`);
      process.stdout.write(`${load}: ${shares.join(', ')}\n`);
    }
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
