/** Subscribers that stop reading, and read again one after another, beside others that keep up. */
import { footprint, footprintRows } from './memory.ts';
import { createSource } from './source.ts';
import { complaintsOf, openSubscribers } from './subscriber.ts';
import { until } from './soak-target.ts';
import type { Ledger } from './ledger.ts';
import type { Footprint } from './memory.ts';
import type { Source } from './source.ts';
import type { Report, SoakTarget } from './soak-target.ts';

interface StalledOptions {
  /** Subscribers that keep up, beside the ten that do not. */
  readonly healthy: number;
  /** Characters in the message of an event. */
  readonly length: number;
  /** Events that the hub is to hold of the past before memory is looked at. */
  readonly before: number;
}

/**
 * What a stalled connection is owed at first: more than the 4 MB that the system takes and the 8 MiB past which it is
 * slow, and less than the 16 MiB past which it is closed at once.
 */
const owedBytes = 15_000_000;

/**
 * When each of them reads again, after it is owed that much: some before they are given up, which is 5 s past the mark,
 * some while they are told why, and some after their sockets are cut, 2 s later.
 */
const readAgainMs: readonly number[] = [0, 300, 600, 3_000, 3_900, 4_800, 5_700, 6_600, 9_000, 10_000];

const stepMs = 100;

/** By how much memory may grow; the events owed to all of them would be 150 MB if each had its own bytes. */
const allowedGrowth = 40_000_000;

export const soakStalled = async (target: SoakTarget, options: StalledOptions): Promise<Report> => {
  const { length, before } = options;
  const source = await createSource(target, length);
  while (source.sent < before) await send(source, 100, []);

  const healthy = await openSubscribers(options.healthy, target, source, { pattern: '*' });
  const ledgers = healthy.map(({ ledger }) => ledger);
  await send(source, 1, ledgers);
  const unaccounted = () => ledgers.map(({ lastSeq, accounted }) => lastSeq - accounted).join();
  const unaccountedBefore = unaccounted();
  const rest = await target.stir();
  await target.pass(3_000);

  const base = await footprint(target);
  const looks: Footprint[] = [];
  const stalled = await openSubscribers(readAgainMs.length, target, source, { pattern: '*' });
  for (const { client } of stalled) client.stall();
  const filling = performance.now();
  const portion = Math.ceil(100_000 / length);
  for (let owed = 0; owed < owedBytes; owed += portion * length) await send(source, portion, ledgers);
  const filledIn = performance.now() - filling;
  looks.push(await footprint(target));

  const filled = target.now();
  for (const [index, { client }] of stalled.entries()) {
    // biome-ignore lint/style/noNonNullAssertion: there is one of them for each time
    while (target.now() < filled + readAgainMs[index]!) {
      await target.pass(stepMs);
      await send(source, 1, ledgers);
    }
    looks.push(await footprint(target));
    client.read();
  }
  await rest();
  // What is held back comes within 50 ms.
  await target.pass(500);
  await send(source, 1, ledgers);
  await until(() =>
    stalled.every(({ client, ledger }) => client.ended !== undefined || ledger.next === source.sent),
  );

  const readInTime = stalled.filter(({ client }) => client.ended === undefined);
  const closed = stalled.filter(({ client }) => client.ended !== undefined);
  const told = closed.filter(({ client }) => client.toldWhy);
  const most: Footprint = {
    resident: Math.max(...looks.map(({ resident }) => resident)),
    held: Math.max(...looks.map(({ held }) => held)),
  };
  const broken: readonly (readonly [isBroken: boolean, promise: string])[] = [
    [unaccounted() !== unaccountedBefore, 'who keeps up can account for every event'],
    [readInTime.length === 0, 'who reads again in time stays'],
    [
      readInTime.some(({ ledger }) => ledger.next < source.sent),
      'who reads again in time gets all ordinary events',
    ],
    [readInTime.some(({ ledger }) => ledger.gaps === 0), 'who reads again in time is told what it missed'],
    [told.length === 0, 'who reads again while it is closed is told why'],
    [closed.length === told.length, 'who does not read again is cut'],
    [most.resident > base.resident + allowedGrowth, 'resident memory grows by at most 40 MB'],
    [most.held > base.held + allowedGrowth, 'memory held grows by at most 40 MB'],
  ];
  const problems = [
    ...source.complaints,
    ...complaintsOf(healthy),
    ...new Set(stalled.flatMap(({ ledger }) => ledger.complaints)),
    ...broken.flatMap(([isBroken, promise]) => (isBroken ? [`not so: ${promise}`] : [])),
  ];
  const clients = [...healthy, ...stalled].map(({ client }) => client);
  await Promise.all([source, ...clients].map((each) => each.close()));
  return {
    rows: [
      [
        'events, and ordinary ones',
        `${Math.max(...ledgers.map(({ accounted }) => accounted))}, ${source.sent}`,
      ],
      ['time to fill the buffers', `${(filledIn / 1000).toFixed(1)} s`],
      ['read again in time', `${readInTime.length} of ${stalled.length}`],
      ['were told why they are closed', `${told.length}: ${told[0]?.client.ended ?? ''}`],
      ['were cut', String(closed.length - told.length)],
      ...footprintRows([base, most]),
    ],
    problems,
  };
};

/** Raises events and waits until these have them. */
const send = async (source: Source, count: number, ledgers: readonly Ledger[]): Promise<void> => {
  source.send(count);
  if (!(await source.settled(ledgers))) throw new Error('who keeps up does not get every event');
};
