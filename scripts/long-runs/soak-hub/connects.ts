/** Clients that come and go as fast as may be, in every way in which one can go. */
import { connect } from 'node:net';
import { createChance } from '../fuzz-hub/frames.ts';
import { isKnown, negotiate, openClient } from './client.ts';
import { footprint, footprintRows, growthOf } from './memory.ts';
import { createSource } from './source.ts';
import { complaintsOf, openSubscriber } from './subscriber.ts';
import { until } from './soak-target.ts';
import type { Chance } from '../fuzz-hub/frames.ts';
import type { HubAddress, SoakClient } from './client.ts';
import type { Report, SoakTarget } from './soak-target.ts';

interface ConnectsOptions {
  readonly seconds: number;
  /** Connections begun a second, at most. */
  readonly perSecond: number;
  /** Connections to make before memory is looked at. */
  readonly before: number;
  /** How long to let the hub forget: it waits 30 s for who negotiated, and for who may reconnect statefully. */
  readonly restMs: number;
  readonly seed: number;
}

/** Connections under way at most. */
const underWay = 200;

/** How often an event is raised meanwhile. */
const raiseMs = 50;

/** What the system says while it has no free port left for one more connection. */
const portsTaken = new Set(['EADDRNOTAVAIL', 'EADDRINUSE']);

const clientOf = (hub: HubAddress, chance: Chance, handshake = true): Promise<SoakClient> =>
  openClient(hub, { encoding: chance.pick(['json', 'messagepack'] as const), handshake });

/** Sends bytes on a bare socket and goes away as soon as they are taken. */
const sendAndDrop = ({ url }: HubAddress, bytes: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.once('connect', () => socket.write(bytes, () => socket.destroy()));
  });

const upgrade = `GET /api/events HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';

/** The ways in which a client may come and go. */
const visits: Readonly<Record<string, (hub: HubAddress, chance: Chance) => Promise<unknown>>> = {
  async 'says goodbye'(hub, chance) {
    const client = await clientOf(hub, chance);
    await client.call('Subscribe', ['*']);
    await client.close();
  },
  async 'drops after its handshake'(hub, chance) {
    const client = await clientOf(hub, chance);
    client.post('Subscribe', [[['*']]]);
    client.drop();
    await client.gone;
  },
  async 'drops while it is answered'(hub, chance) {
    const client = await clientOf(hub, chance);
    const call = client.call('Subscribe', ['console.*']).catch(() => {});
    client.drop();
    await Promise.all([client.gone, call]);
  },
  async 'drops before its handshake'(hub, chance) {
    const client = await clientOf(hub, chance, false);
    client.drop();
    await client.gone;
  },
  'drops within its upgrade': (hub, chance) =>
    sendAndDrop(hub, upgrade.slice(0, 1 + chance.below(upgrade.length - 1))),
  'drops before its upgrade is answered': (hub) => sendAndDrop(hub, `${upgrade}${key}\r\n`),
  'sends no proper upgrade': (hub) => sendAndDrop(hub, `${upgrade}\r\n`),
  'negotiates and never connects': (hub, chance) => negotiate(hub, chance.below(2) === 0),
  async 'negotiates and says goodbye'(hub, chance) {
    const id = await negotiate(hub, chance.below(2) === 0);
    const client = await openClient(hub, { encoding: 'json', id });
    await client.close();
  },
  async 'comes under an id that nobody waits under'(hub) {
    if (await isKnown(hub, 'none')) throw new Error('it was let in');
  },
};

export const soakConnects = async (target: SoakTarget, options: ConnectsOptions): Promise<Report> => {
  const { seconds, perSecond, before, restMs, seed } = options;
  const chance = createChance(seed);
  const problems = new Set<string>();
  const source = await createSource(target);
  const witness = await openSubscriber(target, source, { pattern: 'console.log' });
  const level = target.connections();

  /** Resolves when the hub has had time to forget everybody. */
  const visitAndRest = async (pace: Pace) => {
    const raising = setInterval(() => source.send(1), raiseMs);
    const visits = await visit(target, chance, pace, problems);
    clearInterval(raising);
    const haveGone = await until(() => target.connections() <= level);
    const sockets = target.connections();
    if (!haveGone) problems.add(`${sockets - level} sockets are there after their clients have gone`);
    await target.pass(restMs);
    await source.settled([witness.ledger]);
    const newcomer = await openSubscriber(target, source, {
      pattern: 'console.log',
      // What waits for its socket no longer is forgotten when somebody negotiates.
      id: await negotiate(target, false),
    });
    source.send(1);
    if (!(await source.settled([witness.ledger, newcomer.ledger]))) problems.add('an event did not come');
    for (const complaint of complaintsOf([newcomer])) problems.add(complaint);
    await newcomer.client.close();
    return { visits, sockets, memory: await footprint(target) };
  };
  const first = await visitAndRest({ perSecond, count: before, milliseconds: 60_000 });
  const { visits, sockets, memory } = await visitAndRest({
    perSecond,
    count: Infinity,
    milliseconds: seconds * 1000,
  });
  for (const complaint of [...source.complaints, ...complaintsOf([witness])]) problems.add(complaint);
  await Promise.all([witness.client.close(), source.close()]);
  return {
    rows: [
      ['connections', `${visits.begun}, ${((visits.begun / visits.took) * 1000).toFixed(0)} a second`],
      ['without a free port', String(visits.withoutPort)],
      ['sockets of the server', `${level} before, ${sockets} after`],
      ...footprintRows([first.memory, memory]),
      ['events meanwhile', String(source.sent)],
    ],
    problems: [...problems, ...growthOf(first.memory, memory)],
  };
};

interface Pace {
  readonly perSecond: number;
  readonly count: number;
  readonly milliseconds: number;
}

/** Has clients come and go; resolves when all have gone. */
const visit = async (target: SoakTarget, chance: Chance, pace: Pace, problems: Set<string>) => {
  const started = performance.now();
  const kinds = Object.entries(visits);
  let begun = 0;
  let present = 0;
  let withoutPort = 0;
  const begin = async () => {
    const [kind, comeAndGo] = chance.pick(kinds);
    begun += 1;
    present += 1;
    try {
      await comeAndGo(target, chance);
    } catch (failure) {
      const { code = '', message } = failure as NodeJS.ErrnoException;
      if (portsTaken.has(code)) withoutPort += 1;
      else problems.add(`a client that ${kind}: ${message}`);
    }
    present -= 1;
  };
  for (
    let passed = 0;
    passed < pace.milliseconds && begun < pace.count;
    passed = performance.now() - started
  ) {
    const due = Math.min(pace.count, (passed * pace.perSecond) / 1000);
    while (begun < due && present < underWay) void begin();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const took = performance.now() - started;
  if (!(await until(() => present === 0))) problems.add(`${present} clients could not come to an end`);
  return { begun, took, withoutPort };
};
