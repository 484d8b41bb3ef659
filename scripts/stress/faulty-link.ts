/**
 * Connects a runtime to its service through a proxy that delays, splits, joins, drops, doubles and garbles messages. An
 * invalid message must end its connection with a reason and have no other effect. Every command must receive a
 * response, and the next connection must work as well as the first.
 *
 * `npx tsx scripts/stress/faulty-link.ts [--messages n] [--seed n]`
 */
import { getRuntimeCapabilities } from '#runtime/runtime-options.ts';
import { systemScheduler } from '#runtime/shared/scheduler.ts';
import { connectToService } from '#runtime/link/remote/connect-to-service.ts';
import { openTransport } from '#runtime/link/remote/open-transport.ts';
import { definitionsByEnumValue } from '#runtime/nodes/index.ts';
import { createRuntime, type Runtime } from '#runtime/runtime.ts';
import { startExternalService } from '../../handlers/runtime-link/testing-external-service.ts';
import { createSeededRandom } from '#runtime/engine/seeded-random.ts';
import { startFaultInjectingProxy } from './faulty-link/fault-injecting-proxy.ts';
import { printReport, runAsScript } from './run-as-script.ts';
import { withTimeout } from './with-timeout.ts';

interface FaultyLinkOptions {
  /** Number of messages in both directions. */
  readonly messages: number;
  readonly seed: number;
  readonly encoding: 'json' | 'messagepack';
}

interface FaultyLinkOutcome {
  readonly passed: number;
  /** Number of injected faults, keyed by kind. */
  readonly done: Readonly<Record<string, number>>;
  readonly commands: number;
  /** Number of responses, keyed by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Number of ended connections, keyed by reason. */
  readonly endings: Readonly<Record<string, number>>;
  /** The first violation of each kind. */
  readonly problems: readonly string[];
}

/** Maximum time in milliseconds from losing a connection until the next connection. */
const maxReconnectMs = 30_000;
/** Longer than any command can take. */
const responseTimeoutMs = 15_000;
const concurrentCallers = 8;

export const testFaultyLink = async ({
  messages,
  seed,
  encoding,
}: FaultyLinkOptions): Promise<FaultyLinkOutcome> => {
  const service = await startExternalService();
  const chance = createSeededRandom(seed, 'runtime link', 'troubles');
  const proxy = await startFaultInjectingProxy({
    url: service.linkUrl,
    chance,
    harmfulPerMille: 8,
    benignPerMille: 40,
  });
  const problems = new Set<string>();
  const statuses: Record<number, number> = {};
  let commands = 0;

  const runtime = createRuntime({ now: () => new Date() });
  const connectRuntime = (url: string, target: Runtime, name: string) =>
    connectToService({
      openTransport,
      ...{ url, target, scheduler: systemScheduler, onConnected() {}, onDisconnected() {} },
      hello: {
        ...{ protocols: [1], name, instance: String(seed), stepsPerSecond: 60 },
        ...{ encodings: [encoding], can: getRuntimeCapabilities(definitionsByEnumValue) },
      },
    });
  const disconnect = connectRuntime(proxy.url, runtime, 'troubled');
  runtime.start();
  await withTimeout(maxReconnectMs, service.waitForConnected(true), 'the first connection');
  const { body: counting } = await service.call('POST', '/api/graphs', { name: 'Counting' });

  const command = async (): Promise<void> => {
    const paths = [
      ['POST', '/api/actions/log/console', { message: 'Über', severity: 'log' }],
      ['GET', '/api/discovery/scene-objects'],
      ['POST', `/api/graphs/${counting.id}/sync`],
      ['POST', `/api/graphs/${counting.id}/run`],
      ['POST', `/api/graphs/${counting.id}/stop`],
      [
        'POST',
        '/api/actions/transform/setPosition',
        { object: 'main-camera', position: { x: chance(), y: 1, z: 2 } },
      ],
    ] as const;
    // biome-ignore lint/style/noNonNullAssertion: the place is within the list
    const [method, path, body] = paths[Math.floor(chance() * paths.length)]!;
    commands += 1;
    const { status } = await withTimeout(
      responseTimeoutMs,
      service.call(method, path, body),
      `a response to ${path}`,
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500 && status !== 503 && status !== 504) problems.add(`${path} returned ${status}`);
    if (status === 503) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const sendRequests = async (): Promise<void> => {
    while (proxy.passed < messages) await command();
  };

  try {
    await Promise.all(Array.from({ length: concurrentCallers }, sendRequests));
    disconnect();
    await withTimeout(maxReconnectMs, service.waitForConnected(false), 'the end of the last connection');
    // This connection bypasses the proxy, to check that the service still works without faults.
    const otherRuntime = createRuntime({ now: () => new Date() });
    const disconnectGood = connectRuntime(service.linkUrl, otherRuntime, 'sound');
    await withTimeout(maxReconnectMs, service.waitForConnected(true), 'a connection without faults');
    const { status } = await service.call('GET', '/api/discovery/layers');
    if (status !== 200) problems.add(`the service returned ${status} over a connection without faults`);
    disconnectGood();
  } catch (failure) {
    problems.add((failure as Error).message);
  }
  for (const failure of service.failures) problems.add(`the service failed: ${JSON.stringify(failure)}`);
  runtime.stop();
  await proxy.close();
  await service.close();
  const endings = proxy.endings.map((end) =>
    end.replace(/\d{2,}/g, (digits) => (digits.length === 4 ? digits : 'N')),
  );
  return {
    ...{ passed: proxy.passed, commands, statuses },
    done: Object.fromEntries(proxy.done),
    endings: Object.fromEntries(
      [...new Set(endings)].map((end) => [end, endings.filter((candidate) => candidate === end).length]),
    ),
    problems: [...problems],
  };
};

await runAsScript(import.meta.url, { messages: 20_000, seed: 'random' }, async ({ messages, seed }) => {
  const problems: string[] = [];
  for (const encoding of ['json', 'messagepack'] as const) {
    const outcome = await testFaultyLink({ messages: messages / 2, seed, encoding });
    problems.push(...printReport({ encoding, ...outcome }));
  }
  return problems;
});
