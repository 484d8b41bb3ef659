/** Clients that connect and disconnect as fast as possible, in every possible way. */
import { connect } from 'node:net';
import { createFuzzRandom } from '../fuzz-hub/generate-frames.ts';
import { isConnectionKnown, negotiate, openSoakClient } from './soak-client.ts';
import { measureMemory, createMemoryRows, describeGrowth } from './memory-growth.ts';
import { createEventSource } from './numbered-event-sender.ts';
import { listProblems, openSoakSubscriber } from './soak-subscriber.ts';
import { waitUntil } from './soak-target.ts';
import type { Random } from '../fuzz-hub/generate-frames.ts';
import type { HubAddress, SoakClient } from './soak-client.ts';
import type { ScenarioReport, SoakTarget } from './soak-target.ts';

interface ConnectsOptions {
  readonly seconds: number;
  /** Maximum number of new connections per second. */
  readonly perSecond: number;
  /** Number of connections before the first memory measurement. */
  readonly before: number;
  /**
   * How long, in milliseconds, to wait until the hub has forgotten its clients. The hub keeps clients for 30 s after
   * they have negotiated, or if they may reconnect statefully.
   */
  readonly restMs: number;
  readonly seed: number;
}

/** Maximum number of concurrent connections. */
const maxPending = 200;

/** Interval between two events in milliseconds. */
const eventIntervalMs = 50;

/** System error codes that mean that no local port is free for another connection. */
const portExhaustionCodes = new Set(['EADDRNOTAVAIL', 'EADDRINUSE']);

const openRandomClient = (hub: HubAddress, chance: Random, handshake = true): Promise<SoakClient> =>
  openSoakClient(hub, { encoding: chance.pick(['json', 'messagepack'] as const), handshake });

/** Sends bytes over a plain socket and closes the socket as soon as the bytes are written. */
const sendBytesAndClose = ({ url }: HubAddress, bytes: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.once('connect', () => socket.write(bytes, () => socket.destroy()));
  });

const upgradeRequest = `GET /api/events HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
const webSocketKey = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';

/** The ways in which a client may connect and disconnect, keyed by name. */
const visitKinds: Readonly<Record<string, (hub: HubAddress, chance: Random) => Promise<unknown>>> = {
  async 'says goodbye'(hub, chance) {
    const client = await openRandomClient(hub, chance);
    await client.call('Subscribe', ['*']);
    await client.close();
  },
  async 'drops after its handshake'(hub, chance) {
    const client = await openRandomClient(hub, chance);
    client.post('Subscribe', [[['*']]]);
    client.drop();
    await client.closed;
  },
  async 'drops during a call'(hub, chance) {
    const client = await openRandomClient(hub, chance);
    const subscribing = client.call('Subscribe', ['console.*']).catch(() => {});
    client.drop();
    await Promise.all([client.closed, subscribing]);
  },
  async 'drops before its handshake'(hub, chance) {
    const client = await openRandomClient(hub, chance, false);
    client.drop();
    await client.closed;
  },
  'drops within its upgrade': (hub, chance) =>
    sendBytesAndClose(hub, upgradeRequest.slice(0, 1 + chance.below(upgradeRequest.length - 1))),
  'drops before the response to its upgrade': (hub) =>
    sendBytesAndClose(hub, `${upgradeRequest}${webSocketKey}\r\n`),
  'sends an invalid upgrade': (hub) => sendBytesAndClose(hub, `${upgradeRequest}\r\n`),
  'negotiates and never connects': (hub, chance) => negotiate(hub, chance.below(2) === 0),
  async 'negotiates and says goodbye'(hub, chance) {
    const id = await negotiate(hub, chance.below(2) === 0);
    const client = await openSoakClient(hub, { encoding: 'json', id });
    await client.close();
  },
  async 'connects with an unknown id'(hub) {
    if (await isConnectionKnown(hub, 'none')) throw new Error('it was accepted');
  },
};

export const soakConnectionChurn = async (
  target: SoakTarget,
  options: ConnectsOptions,
): Promise<ScenarioReport> => {
  const { seconds, perSecond, before, restMs, seed } = options;
  const chance = createFuzzRandom(seed);
  const problems = new Set<string>();
  const source = await createEventSource(target);
  const observer = await openSoakSubscriber(target, source, { pattern: 'console.log' });
  const level = target.connections();

  /** Lets clients connect and disconnect, and resolves after the hub has had time to forget them. */
  const runPhase = async (rate: VisitRate) => {
    const raising = setInterval(() => source.send(1), eventIntervalMs);
    const visits = await runVisits(target, chance, rate, problems);
    clearInterval(raising);
    const areClosed = await waitUntil(() => target.connections() <= level);
    const sockets = target.connections();
    if (!areClosed) problems.add(`${sockets - level} sockets are open after their clients have disconnected`);
    await target.advanceTime(restMs);
    await source.waitUntilDelivered([observer.eventChecker]);
    const lateSubscriber = await openSoakSubscriber(target, source, {
      pattern: 'console.log',
      // Another client must negotiate, because only then does the hub forget expired negotiations.
      id: await negotiate(target, false),
    });
    source.send(1);
    if (!(await source.waitUntilDelivered([observer.eventChecker, lateSubscriber.eventChecker])))
      problems.add('an event was not delivered');
    for (const problem of listProblems([lateSubscriber])) problems.add(problem);
    await lateSubscriber.client.close();
    return { visits, sockets, memory: await measureMemory(target) };
  };
  const first = await runPhase({ perSecond, count: before, milliseconds: 60_000 });
  const { visits, sockets, memory } = await runPhase({
    perSecond,
    count: Infinity,
    milliseconds: seconds * 1000,
  });
  for (const problem of [...source.problems, ...listProblems([observer])]) problems.add(problem);
  await Promise.all([observer.client.close(), source.close()]);
  return {
    rows: [
      [
        'connections',
        `${visits.beginCount}, ${((visits.beginCount / visits.durationMs) * 1000).toFixed(0)} per second`,
      ],
      ['without a free port', String(visits.withoutPort)],
      ['sockets of the server', `${level} before, ${sockets} after`],
      ...createMemoryRows([first.memory, memory]),
      ['events meanwhile', String(source.sentCount)],
    ],
    problems: [...problems, ...describeGrowth(first.memory, memory)],
  };
};

interface VisitRate {
  readonly perSecond: number;
  readonly count: number;
  readonly milliseconds: number;
}

/** Lets clients connect and disconnect, and resolves when all clients have disconnected. */
const runVisits = async (target: SoakTarget, chance: Random, rate: VisitRate, problems: Set<string>) => {
  const startedAt = performance.now();
  const kinds = Object.entries(visitKinds);
  let beginCount = 0;
  let activeCount = 0;
  let withoutPort = 0;
  const startVisit = async () => {
    const [kind, comeAndGo] = chance.pick(kinds);
    beginCount += 1;
    activeCount += 1;
    try {
      await comeAndGo(target, chance);
    } catch (failure) {
      const { code = '', message } = failure as NodeJS.ErrnoException;
      if (portExhaustionCodes.has(code)) withoutPort += 1;
      else problems.add(`a client that ${kind}: ${message}`);
    }
    activeCount -= 1;
  };
  for (
    let elapsed = 0;
    elapsed < rate.milliseconds && beginCount < rate.count;
    elapsed = performance.now() - startedAt
  ) {
    const dueCount = Math.min(rate.count, (elapsed * rate.perSecond) / 1000);
    while (beginCount < dueCount && activeCount < maxPending) void startVisit();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const durationMs = performance.now() - startedAt;
  if (!(await waitUntil(() => activeCount === 0))) problems.add(`${activeCount} clients did not finish`);
  return { beginCount, durationMs, withoutPort };
};
