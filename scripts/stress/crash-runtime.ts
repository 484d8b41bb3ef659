/**
 * Kills a service's runtime at random moments under load, and checks what the service then reports: every command
 * receives a response, the reported state of graphs and variables is true, nothing starts to run by itself, and the
 * next runtime continues.
 *
 * `npx tsx scripts/stress/crash-runtime.ts [--times n] [--seed n]`
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSeededRandom } from '#runtime/engine/seeded-random.ts';
import {
  type ExternalService,
  startExternalService,
} from '../../handlers/runtime-link/testing-external-service.ts';
import { printReport, runAsScript } from './run-as-script.ts';
import { withTimeout } from './with-timeout.ts';

interface CrashOptions {
  readonly times: number;
  readonly seed: number;
}

interface CrashOutcome {
  readonly kills: number;
  readonly commands: number;
  /** Number of responses, keyed by status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly problems: readonly string[];
}

const concurrentCallers = 6;
const startupTimeoutMs = 30_000;
const responseTimeoutMs = 15_000;
/**
 * Maximum number of commands during the life of a runtime. The count is limited rather than the time, so that slow
 * machines have the same load.
 */
const maxCommandsPerLife = 400;
const graphs = 5;

export const crashRuntime = async ({ times, seed }: CrashOptions): Promise<CrashOutcome> => {
  const service = await startExternalService();
  const random = createSeededRandom(seed, 'runtime', 'kills');
  const problems: string[] = [];
  const statuses: Record<number, number> = {};
  let commands = 0;
  let isStopped = false;

  const reportedEvents: string[] = [];
  service.server.service.bus.subscribe((batch) => {
    for (const { type, data } of batch)
      reportedEvents.push(type === 'graph.stopped' ? `${type}: ${data.reason}` : type);
  });

  const ids = await Promise.all(
    Array.from({ length: graphs }, (_, index) => createCountingGraph(service, index)),
  );
  const call = async (method: string, path: string, body?: unknown) => {
    commands += 1;
    const response = await withTimeout(
      responseTimeoutMs,
      service.call(method, path, body),
      `a response to ${path}`,
    );
    const { status } = response;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (![200, 409, 422, 503, 504].includes(status)) problems.push(`${path} returned ${status}`);
    return response;
  };
  const command = async (): Promise<void> => {
    const id = ids[Math.floor(random() * graphs)];
    const paths = ['sync', 'run', 'stop', 'run'].map(
      (graphCommand) => ['POST', `/api/graphs/${id}/${graphCommand}`] as const,
    );
    const action = ['POST', '/api/actions/log/console'] as const;
    // biome-ignore lint/style/noNonNullAssertion: the place is within the list
    const [method, path] = [...paths, action][Math.floor(random() * 5)]!;
    const { status } = await call(method, path, path === action[1] ? { message: 'under load' } : undefined);
    if (status === 503) await sleep(20);
  };
  const sendCommands = async (): Promise<void> => {
    while (!isStopped) await command();
  };

  const waitForCommands = async (count: number): Promise<void> => {
    while (commands < count && !isStopped) await sleep(1);
  };

  /**
   * Compares what the service reports with the runtime that came back. No commands are in flight during the comparison.
   */
  const check = async (): Promise<void> => {
    for (const id of ids) {
      const { body } = await call('GET', `/api/graphs/${id}`);
      if (body.state === 'running')
        problems.push(`a graph is reported as running in a runtime that has just started`);
    }
    const { status } = await call('GET', '/api/discovery/layers');
    if (status !== 200) problems.push(`a command returned ${status} after the runtime came back`);
  };

  let runtime = startRuntime(service);
  try {
    for (let time = 0; time < times; time += 1) {
      await withTimeout(startupTimeoutMs, service.waitForConnected(true), 'the runtime');
      await check();
      isStopped = false;
      const callers = Array.from({ length: concurrentCallers }, sendCommands);
      await withTimeout(
        startupTimeoutMs,
        waitForCommands(commands + random() * maxCommandsPerLife),
        'enough commands',
      );
      runtime.kill('SIGKILL');
      await withTimeout(startupTimeoutMs, service.waitForConnected(false), 'the loss of the runtime');
      isStopped = true;
      await Promise.all(callers);
      runtime = startRuntime(service);
    }
    await withTimeout(startupTimeoutMs, service.waitForConnected(true), 'the last runtime');
    await check();
    await checkRecovery(service, ids, problems);
  } catch (failure) {
    problems.push((failure as Error).message);
  }
  runtime.kill('SIGKILL');
  isStopped = true;
  const [connects, disconnects] = ['runtime.connected', 'runtime.disconnected'].map(
    (type) => reportedEvents.filter((candidate) => candidate === type).length,
  );
  if (connects !== times + 1 || disconnects !== times)
    problems.push(`${times} kills were reported as ${disconnects} disconnects and ${connects} connects`);
  problems.push(...service.failures.map((failure) => `the service failed: ${JSON.stringify(failure)}`));
  await service.close();
  return { kills: times, commands, statuses, problems };
};

/** Creates a graph that counts its frames in its own variable. */
const createCountingGraph = async (service: ExternalService, index: number): Promise<string> => {
  const name = `frames ${index}`;
  await service.call('POST', '/api/variables', { name, type: 'Integer', value: 0, scope: 'global' });
  const { id = '' } = (await service.call('POST', '/api/graphs', { name: `Counting ${index}` })).body;
  await service.call('POST', `/api/graphs/${id}/build`, {
    nodes: [
      { tempId: 'frame', category: 'OnNewFrame' },
      { tempId: 'count', category: 'IncrementVariable', ports: { Variable: name } },
    ],
    connections: [{ from: 'frame/Out', to: 'count/In' }],
  });
  return id;
};

/** Checks that every graph can run again and continues to count from the value of its variable. */
const checkRecovery = async (
  service: ExternalService,
  ids: readonly string[],
  problems: string[],
): Promise<void> => {
  const changed = new Set<unknown>();
  service.server.service.bus.subscribe((batch) => {
    for (const { type, data } of batch) if (type === 'variable.changed') changed.add(data.id);
  });
  for (const id of ids) {
    for (const graphCommand of ['sync', 'run']) {
      const { status } = await service.call('POST', `/api/graphs/${id}/${graphCommand}`);
      if (status !== 200) problems.push(`after all kills ${graphCommand} returned ${status}`);
    }
  }
  for (let attempt = 0; attempt < 100 && changed.size < ids.length; attempt += 1) await sleep(20);
  if (changed.size < ids.length) problems.push('after all kills a graph was run and does not count');
};

const cliPath = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

const startRuntime = ({ linkUrl, settingsFile }: ExternalService): ChildProcess =>
  spawn(process.execPath, [cliPath, 'runtime', '--connect', linkUrl, '--settings-file', settingsFile], {
    stdio: 'ignore',
  });

await runAsScript(import.meta.url, { times: 100, seed: 'random' }, async (options) =>
  printReport(await crashRuntime(options)),
);
