/** Clients that vanish silently, as when a machine loses its network. */
import { isConnectionKnown, negotiate, openSoakClient } from './soak-client.ts';
import { measureMemory, createMemoryRows, describeGrowth } from './memory-growth.ts';
import { createEventSource } from './event-source.ts';
import { listProblems, openSoakSubscriber } from './soak-subscriber.ts';
import { waitUntil } from './soak-target.ts';
import type { HubAddress, SoakClient } from './soak-client.ts';
import type { ScenarioReport, SoakTarget } from './soak-target.ts';

/** Time until the hub closes a silent client, and one that sends no handshake (PROTOCOL, 'Transport'). */
const clientTimeoutMs = 30_000;
const handshakeTimeoutMs = 15_000;

/** Allows for closing, and for a busy machine. */
const allowanceMs = 5_000;

const stepMs = 1_000;

type VanishClient = (hub: HubAddress, index: number) => Promise<SoakClient>;

const getEncoding = (index: number) => (index % 2 === 0 ? 'json' : 'messagepack');

/** Creates a client that has vanished: its socket is open, but it neither reads nor writes any more. */
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

/** @param each number of clients that vanish in each way */
export const soakHalfOpenConnections = async (target: SoakTarget, each: number): Promise<ScenarioReport> => {
  const problems = new Set<string>();
  const source = await createEventSource(target);
  const healthy = await openSoakSubscriber(target, source, { pattern: '*' });
  const level = target.connections();
  const before = await measureMemory(target);

  /** Advances the clock until a condition holds. Meanwhile events are raised, and the healthy client sends messages. */
  const passUntil = async (time: number, isDone = () => false): Promise<void> => {
    while (target.now() < time && !isDone()) {
      source.send(10);
      await healthy.client.call('SetRate', 20);
      if (!(await source.waitUntilDelivered([healthy.eventChecker])))
        problems.add('an event was not delivered to the healthy client');
      await target.advanceTime(stepMs);
    }
  };

  const clients: SoakClient[] = [];
  const ids: string[] = [];
  for (let index = 0; index < each; index += 1) {
    const id = await negotiate(target, true);
    const lost = await openSoakClient(target, { encoding: getEncoding(index), id });
    await lost.call('Subscribe', ['*']);
    lost.drop();
    await lost.closed;
    ids.push(id);
    // Counting starts after this, so the service must have seen that connection end first.
    for (const vanish of [vanishAfterHandshake, vanishBeforeHandshake, vanishWithStatefulReconnect]) {
      clients.push(await vanish(target, index));
    }
  }
  const begun = target.now();
  const allConnected = await waitUntil(() => target.connections() >= level + clients.length);
  if (!allConnected) problems.add('the vanished clients were not connected to begin with');
  const present = target.connections();

  await passUntil(begun + handshakeTimeoutMs + allowanceMs);
  const closedEarly = present - target.connections();
  if (closedEarly !== each)
    problems.add(`${closedEarly} connections were closed before the timeout for silence, not ${each}`);
  await passUntil(begun + clientTimeoutMs + allowanceMs, () => target.connections() <= level);
  const took = target.now() - begun;
  // A little longer, so that the timeout of dropped sockets has passed too.
  await passUntil(begun + clientTimeoutMs + allowanceMs);
  const left = await waitUntil(() => target.connections() <= level, 1_000);
  const connections = target.connections();
  if (!left) problems.add(`${connections - level} of ${clients.length} connections are still open`);
  for (const id of ids) {
    if (await isConnectionKnown(target, id)) problems.add('a client that never reconnected was retained');
  }
  for (const client of clients) client.resumeReading();
  if (!(await waitUntil(() => clients.every(({ ended }) => ended !== undefined)))) {
    problems.add('a vanished client that reads again is not closed');
    for (const client of clients) client.drop();
  }
  const informed = clients.filter(({ closeReason }) => closeReason);

  for (const complaint of [...source.problems, ...listProblems([healthy])]) problems.add(complaint);
  const after = await measureMemory(target);
  await Promise.all([healthy.client.close(), source.close()]);
  return {
    rows: [
      ['vanished', `${clients.length}, and ${ids.length} with stateful reconnect never reconnected`],
      ['closed without a handshake', String(closedEarly)],
      ['all closed after', `${(took / 1000).toFixed(1)} s`],
      ['received the reason', `${informed.length}: ${informed.find(({ ended }) => ended)?.ended ?? ''}`],
      ['connections of the hub', `${level} before, ${connections} after`],
      ...createMemoryRows([before, after]),
    ],
    problems: [...problems, ...describeGrowth(before, after)],
  };
};
