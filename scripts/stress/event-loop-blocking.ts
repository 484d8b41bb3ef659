/**
 * Measures how long one caller can block all others: the CPU time that the service's main thread spends while one
 * health request waits. The exit code is 1 if a load takes more than `--most` milliseconds. Runs only on Linux, and
 * needs `npm run build`.
 *
 * `npx tsx scripts/stress/event-loop-blocking.ts [--load NAME] [--rounds 3] [--most 50]`
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { openSockets, type Load } from './event-loop-blocking/load.ts';
import { authorizedLoads } from './event-loop-blocking/authorized-loads.ts';
import { anonymousLoads } from './event-loop-blocking/anonymous-loads.ts';
import { listKeys } from '../../conformance/json.ts';
import { runAsScript } from './run-as-script.ts';
import { createWorkspace, startServer } from '../../fixtures/testing-cli.ts';

const blockingLoads = { ...anonymousLoads, ...authorizedLoads };

/** How long a load is measured, in milliseconds, and how many requests are sent before the measurement. */
const measureMs = 1_500;
const warmUpRequests = 20;

/** Returns the CPU time of a process's main thread in milliseconds. */
const readMainThreadCpuMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const requestHealth = async (socket: Socket): Promise<void> => {
  socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
};

/**
 * Runs a load against a service that is started for it.
 * @returns for each round, the most CPU time in milliseconds that was spent while a health request waited
 */
const measureBlocking = async (load: Load, rounds: number): Promise<readonly number[]> => {
  const workspace = await createWorkspace();
  const server = await startServer(workspace, load.args);
  const longestByRound: number[] = [];
  try {
    // Some documents are rendered on the first request. Requesting them here keeps the rendering out of the measured
    // load.
    for (const path of load.warmUp ?? []) await (await fetch(new URL(path, server.url))).arrayBuffer();
    for (let round = 0; round < rounds; round += 1) {
      const sockets = openSockets(server.url);
      const probe = await sockets.open();
      for (let count = 0; count < warmUpRequests; count += 1) await requestHealth(probe);
      const startLoad = await load.prepare({ ...server, open: sockets.open });
      const end = performance.now() + measureMs;
      let longestMs = 0;
      startLoad();
      while (performance.now() < end) {
        const previousMs = readMainThreadCpuMs(server.pid);
        await requestHealth(probe);
        longestMs = Math.max(longestMs, readMainThreadCpuMs(server.pid) - previousMs);
      }
      longestByRound.push(longestMs);
      sockets.close();
    }
  } finally {
    await server.stop();
    await workspace.dispose();
  }
  return longestByRound;
};

await runAsScript(
  import.meta.url,
  { load: ['all', ...listKeys(blockingLoads)], rounds: 3, most: 50 },
  async ({ load: selected, rounds, most }) => {
    const blocking: string[] = [];
    for (const name of selected === 'all' ? listKeys(blockingLoads) : [selected]) {
      const load = blockingLoads[name];
      const worstMs = Math.max(...(await measureBlocking(load, rounds)));
      process.stdout.write(`${name.padEnd(24)} ${worstMs.toFixed(1).padStart(8)} ms   ${load.description}\n`);
      if (worstMs > most) blocking.push(name);
    }
    return blocking;
  },
);
