/**
 * Measures how long a caller keeps everybody else waiting: the CPU time that the main thread of the service spends while
 * one health request waits. `npx tsx scripts/long-runs/blocking.ts [--load NAME] [--rounds 3] [--most 50]`, after
 * `npm run build`. It exits with 1 when a load takes more than `--most` milliseconds. Linux only.
 */
import '../usage.ts';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSockets, type Load } from './blocking/load.ts';
import { withToken } from './blocking/with-token.ts';
import { withoutToken } from './blocking/without-token.ts';
import { oneOf, wholeNumber } from './options.ts';
import { createWorkspace, serve } from '../testing.ts';

const loads: Readonly<Record<string, Load>> = { ...withoutToken, ...withToken };

/** How long a load is watched, in milliseconds, and how many requests are made before it. */
const watchedMs = 1_500;
const warmUps = 20;

/** Milliseconds of CPU that the main thread of a process has used. */
const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const askHealth = async (socket: Socket): Promise<void> => {
  socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
};

/**
 * Runs a load against a service of its own.
 * @returns the most CPU time in milliseconds that was spent while a health request waited, in each round
 */
const measureBlocking = async (load: Load, rounds: number): Promise<readonly number[]> => {
  const workspace = await createWorkspace();
  const server = await serve(workspace, load.args);
  const most: number[] = [];
  try {
    // what is made once, when it is first asked for, is not what a load costs
    for (const path of load.warmUp ?? []) await (await fetch(new URL(path, server.url))).arrayBuffer();
    for (let round = 0; round < rounds; round += 1) {
      const sockets = openSockets(server.url);
      const probe = await sockets.open();
      for (let asked = 0; asked < warmUps; asked += 1) await askHealth(probe);
      const begin = await load.prepare({ ...server, open: sockets.open });
      const end = performance.now() + watchedMs;
      let longest = 0;
      begin();
      while (performance.now() < end) {
        const before = mainThreadMs(server.pid);
        await askHealth(probe);
        longest = Math.max(longest, mainThreadMs(server.pid) - before);
      }
      most.push(longest);
      sockets.close();
    }
  } finally {
    await server.stop();
    await workspace.dispose();
  }
  return most;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { load: { type: 'string' }, rounds: { type: 'string' }, most: { type: 'string' } },
  });
  const names = Object.keys(loads);
  const chosen = oneOf(values, 'load', ['all', ...names]);
  const most = wholeNumber(values, 'most', 50);
  for (const name of chosen === 'all' ? names : [chosen]) {
    // biome-ignore lint/style/noNonNullAssertion: the name is one of the table
    const load = loads[name]!;
    const figures = await measureBlocking(load, wholeNumber(values, 'rounds', 3));
    const worst = Math.max(...figures);
    process.stdout.write(`${name.padEnd(24)} ${worst.toFixed(1).padStart(8)} ms   ${load.about}\n`);
    if (worst > most) process.exitCode = 1;
  }
}
