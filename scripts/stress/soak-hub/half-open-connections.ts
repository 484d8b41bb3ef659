/** Clients that vanish silently, as if their machine had lost its network connection. */
import { isConnectionKnown, negotiate, openSoakClient } from './soak-client.ts';
import { measureMemory, createMemoryRows, describeGrowth } from './memory-growth.ts';
import { createEventSource } from './numbered-event-sender.ts';
import { listProblems, openSoakSubscriber } from './soak-subscriber.ts';
import { waitUntil } from './soak-target.ts';
import type { HubAddress, SoakClient } from './soak-client.ts';
import type { ScenarioReport, SoakTarget } from './soak-target.ts';

/**
 * Time in milliseconds after which the hub closes a client that is silent, or that sends no handshake (PROTOCOL,
 * 'Transport').
 */
const clientTimeoutMs = 30_000;
const handshakeTimeoutMs = 15_000;

/** Additional time in milliseconds for closing the connections, and for a busy machine. */
const allowanceMs = 5_000;

const stepMs = 1_000;

type VanishClient = (hub: HubAddress, index: number) => Promise<SoakClient>;

const getEncoding = (index: number) => (index % 2 === 0 ? 'json' : 'messagepack');

/** Creates a client that has vanished: its socket is open, but the client no longer reads or writes. */
const vanishAfterHandshake: VanishClient = async (hub, index) => {
  const client = await openSoakClient(hub, { encoding: getEncoding(index) });
  await client.call('Subscribe', ['*']);
  client.disappear();
  return client;
};
const vanishBeforeHandshake: VanishClient = async (hub, index) => {
  const client = await openSoakClient(hub, { encoding: getEncoding(index), handshake: false });
  client.disappear();
  return client;
};
const vanishWithStatefulReconnect: VanishClient = async (hub, index) => {
  const client = await openSoakClient(hub, { encoding: getEncoding(index), id: await negotiate(hub, true) });
  await client.call('Subscribe', ['*']);
  client.disappear();
  return client;
};

/**
 * Checks that the hub closes and forgets clients that vanish silently.
 * @param countPerKind the number of clients that vanish in each way
 */
export const soakHalfOpenConnections = async (
  target: SoakTarget,
  countPerKind: number,
): Promise<ScenarioReport> => {
  const problems = new Set<string>();
  const source = await createEventSource(target);
  const healthySubscriber = await openSoakSubscriber(target, source, { pattern: '*' });
  const level = target.connections();
  const initialMemory = await measureMemory(target);

  /** Advances the clock until a condition holds. Meanwhile, events are raised and the healthy client sends messages. */
  const advanceUntil = async (time: number, isDone = () => false): Promise<void> => {
    while (target.now() < time && !isDone()) {
      source.send(10);
      await healthySubscriber.client.call('SetRate', 20);
      if (!(await source.waitUntilDelivered([healthySubscriber.eventChecker])))
        problems.add('an event was not delivered to the healthy client');
      await target.advanceTime(stepMs);
    }
  };

  const clients: SoakClient[] = [];
  const ids: string[] = [];
  for (let index = 0; index < countPerKind; index += 1) {
    const id = await negotiate(target, true);
    const lostClient = await openSoakClient(target, { encoding: getEncoding(index), id });
    await lostClient.call('Subscribe', ['*']);
    lostClient.drop();
    await lostClient.closed;
    ids.push(id);
    // Connections are counted from here on, so the service must already have noticed that the earlier connection ended.
    for (const vanish of [vanishAfterHandshake, vanishBeforeHandshake, vanishWithStatefulReconnect]) {
      clients.push(await vanish(target, index));
    }
  }
  const startedAt = target.now();
  const allConnected = await waitUntil(() => target.connections() >= level + clients.length);
  if (!allConnected) problems.add('the vanished clients were not connected to begin with');
  const connected = target.connections();

  await advanceUntil(startedAt + handshakeTimeoutMs + allowanceMs);
  const closedEarly = connected - target.connections();
  if (closedEarly !== countPerKind)
    problems.add(
      `${closedEarly} connections were closed before the timeout for silence, not ${countPerKind}`,
    );
  await advanceUntil(startedAt + clientTimeoutMs + allowanceMs, () => target.connections() <= level);
  const durationMs = target.now() - startedAt;
  // Waits a little longer, so that the timeout of dropped sockets has also passed.
  await advanceUntil(startedAt + clientTimeoutMs + allowanceMs);
  const areClosed = await waitUntil(() => target.connections() <= level, 1_000);
  const connections = target.connections();
  if (!areClosed) problems.add(`${connections - level} of ${clients.length} connections are still open`);
  for (const id of ids) {
    if (await isConnectionKnown(target, id)) problems.add('a client that never reconnected was retained');
  }
  for (const client of clients) client.resumeReading();
  if (!(await waitUntil(() => clients.every(({ endReason }) => endReason !== undefined)))) {
    problems.add('a vanished client that reads again is not closed');
    for (const client of clients) client.drop();
  }
  const clientsWithReason = clients.filter(({ closeReason }) => closeReason);

  for (const problem of [...source.problems, ...listProblems([healthySubscriber])]) problems.add(problem);
  const after = await measureMemory(target);
  await Promise.all([healthySubscriber.client.close(), source.close()]);
  return {
    rows: [
      ['vanished', `${clients.length}, and ${ids.length} with stateful reconnect never reconnected`],
      ['closed without a handshake', String(closedEarly)],
      ['all closed after', `${(durationMs / 1000).toFixed(1)} s`],
      [
        'received the reason',
        `${clientsWithReason.length}: ${clientsWithReason.find(({ endReason }) => endReason)?.endReason ?? ''}`,
      ],
      ['connections of the hub', `${level} before, ${connections} after`],
      ...createMemoryRows([initialMemory, after]),
    ],
    problems: [...problems, ...describeGrowth(initialMemory, after)],
  };
};
