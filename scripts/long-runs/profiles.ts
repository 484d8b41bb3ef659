/**
 * Tells on what the service spends its time under each load of the bench: `npm run profiles -- --suite rest --suite build`,
 * or under all. Builds the service with readable names, runs the suites against it, and prints for each comparison the ten
 * functions with most time of their own, in per cent of what was not spent waiting.
 */
import '../usage.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnServer } from '../../bench/own-server.ts';
import { runBench } from '../../bench/run-bench.ts';
import { bundleInto, readableNames } from '../build/bundle.ts';
import { inspect } from './profiles/inspector.ts';
import { workIn, topOf } from './profiles/top.ts';
import type { Profile } from './profiles/inspector.ts';

const { values } = parseArgs({
  options: { suite: { type: 'string', multiple: true }, quick: { type: 'boolean', default: false } },
});

/** What a bench tells when a round begins, but for those that warm up: `rest/put-value: target`. */
const round = /^\S+\/\S+: .*(?<!\(warm-up\))$/;

/** A tenth of a second at work. */
const leastSamples = 500;

const folder = await mkdtemp('.dist-');
try {
  await bundleInto(folder, readableNames);
  const server = await startOwnServer(join(folder, 'cli.js'));
  try {
    if (server.pid === undefined) throw new Error('the server did not start');
    const inspector = await inspect(server.pid);
    const profiles = new Map<string, Profile[]>();
    let last: Promise<unknown> = Promise.resolve();
    let watched: string | undefined;
    const onProgress = (line: string): void => {
      process.stderr.write(`${line}\n`);
      const ended = watched;
      watched = round.test(line) ? line : undefined;
      const begins = watched !== undefined;
      last = last.then(async () => {
        if (ended !== undefined) profiles.set(ended, [...(profiles.get(ended) ?? []), await inspector.end()]);
        if (begins) await inspector.begin();
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
      if (workIn(taken) < leastSamples) continue;
      const shares = topOf(taken, 10).map(({ name, percent }) => `${name} ${percent.toFixed(1)}`);
      process.stdout.write(`${load}: ${shares.join(', ')}\n`);
    }
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
