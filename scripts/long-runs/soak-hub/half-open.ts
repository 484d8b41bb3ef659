/** Clients that vanish without a word, as they do when a machine loses its network. */
import { isKnown, negotiate, openClient } from './client.ts';
import { footprint, footprintRows, growthOf } from './memory.ts';
import { createSource } from './source.ts';
import { complaintsOf, openSubscriber } from './subscriber.ts';
import { until } from './soak-target.ts';
import type { HubAddress, SoakClient } from './client.ts';
import type { Report, SoakTarget } from './soak-target.ts';

/** How long who says nothing is kept, and how long who does not shake hands (PROTOCOL, 'Wire'). */
const silenceMs = 30_000;
const handshakeMs = 15_000;

/** What closing takes, and a busy machine. */
const allowanceMs = 5_000;

const stepMs = 1_000;

type Vanish = (hub: HubAddress, index: number) => Promise<SoakClient>;

const encodingOf = (index: number) => (index % 2 === 0 ? 'json' : 'messagepack');

/** Clients that have vanished: their sockets are open, and nobody reads from them or writes to them any more. */
const afterHandshake: Vanish = async (hub, index) => {
  const client = await openClient(hub, { encoding: encodingOf(index) });
  await client.call('Subscribe', ['*']);
  client.vanish();
  return client;
};
const beforeHandshake: Vanish = async (hub, index) => {
  const client = await openClient(hub, { encoding: encodingOf(index), handshake: false });
  client.vanish();
  return client;
};
const withStatefulReconnect: Vanish = async (hub, index) => {
  const client = await openClient(hub, { encoding: encodingOf(index), id: await negotiate(hub, true) });
  await client.call('Subscribe', ['*']);
  client.vanish();
  return client;
};

/** @param each clients that vanish in each way */
export const soakHalfOpen = async (target: SoakTarget, each: number): Promise<Report> => {
  const problems = new Set<string>();
  const source = await createSource(target);
  const healthy = await openSubscriber(target, source, { pattern: '*' });
  const level = target.connections();
  const before = await footprint(target);

  /** Lets time pass until it is so, with events meanwhile, and with a word from those who are there. */
  const passUntil = async (time: number, isSo = () => false): Promise<void> => {
    while (target.now() < time && !isSo()) {
      source.send(10);
      await healthy.client.call('SetRate', 20);
      if (!(await source.settled([healthy.ledger]))) problems.add('an event did not come to who is there');
      await target.pass(stepMs);
    }
  };

  const clients: SoakClient[] = [];
  const ids: string[] = [];
  for (let index = 0; index < each; index += 1) {
    const id = await negotiate(target, true);
    const lost = await openClient(target, { encoding: encodingOf(index), id });
    await lost.call('Subscribe', ['*']);
    lost.drop();
    await lost.gone;
    ids.push(id);
    // After it, so that the service has seen its end when those are counted who vanish.
    for (const vanish of [afterHandshake, beforeHandshake, withStatefulReconnect]) {
      clients.push(await vanish(target, index));
    }
  }
  const begun = target.now();
  const kept = await until(() => target.connections() >= level + clients.length);
  if (!kept) problems.add('who has vanished was not there to begin with');
  const present = target.connections();

  await passUntil(begun + handshakeMs + allowanceMs);
  const goneEarly = present - target.connections();
  if (goneEarly !== each) problems.add(`${goneEarly} are gone before the limit of silence, not ${each}`);
  await passUntil(begun + silenceMs + allowanceMs, () => target.connections() <= level);
  const took = target.now() - begun;
  // A little longer, so that who dropped its socket, and is not seen, is past its time as well.
  await passUntil(begun + silenceMs + allowanceMs);
  const left = await until(() => target.connections() <= level, 1_000);
  const connections = target.connections();
  if (!left) problems.add(`${connections - level} connections of ${clients.length} are still there`);
  for (const id of ids) {
    if (await isKnown(target, id)) problems.add('who never came back was kept');
  }
  for (const client of clients) client.read();
  if (!(await until(() => clients.every(({ ended }) => ended !== undefined)))) {
    problems.add('who had vanished and reads again is not closed');
    for (const client of clients) client.drop();
  }
  const told = clients.filter(({ toldWhy }) => toldWhy);

  for (const complaint of [...source.complaints, ...complaintsOf([healthy])]) problems.add(complaint);
  const after = await footprint(target);
  await Promise.all([healthy.client.close(), source.close()]);
  return {
    rows: [
      ['vanished', `${clients.length}, and ${ids.length} with stateful reconnect never came back`],
      ['gone without a handshake', String(goneEarly)],
      ['all gone after', `${(took / 1000).toFixed(1)} s`],
      ['were told why', `${told.length}: ${told.find(({ ended }) => ended)?.ended ?? ''}`],
      ['connections of the hub', `${level} before, ${connections} after`],
      ...footprintRows([before, after]),
    ],
    problems: [...problems, ...growthOf(before, after)],
  };
};
