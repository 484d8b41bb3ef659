/** Subscribers that stop reading, and read again one after another, beside others that keep up. */
import { measureMemory, createMemoryRows } from './memory-growth.ts';
import { createEventSource } from './event-source.ts';
import { listProblems, openSoakSubscribers } from './soak-subscriber.ts';
import { waitUntil } from './soak-target.ts';
import type { EventChecker } from './event-checker.ts';
import type { MemoryFootprint } from './memory-growth.ts';
import type { EventSource } from './event-source.ts';
import type { ScenarioReport, SoakTarget } from './soak-target.ts';

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
const backlogBytes = 15_000_000;

/**
 * When each of them reads again, after it is owed that much: some before they are given up, which is 5 s past the mark,
 * some while they are told why, and some after their sockets are cut, 2 s later.
 */
const resumeDelaysMs: readonly number[] = [0, 300, 600, 3_000, 3_900, 4_800, 5_700, 6_600, 9_000, 10_000];

const stepMs = 100;

/** By how much memory may grow; the events owed to all of them would be 150 MB if each had its own bytes. */
const maxGrowthBytes = 40_000_000;

export const soakStalledClients = async (
  target: SoakTarget,
  options: StalledOptions,
): Promise<ScenarioReport> => {
  const { length, before } = options;
  const source = await createEventSource(target, length);
  while (source.sentCount < before) await sendAndWait(source, 100, []);

  const healthy = await openSoakSubscribers(options.healthy, target, source, { pattern: '*' });
  const ledgers = healthy.map(({ eventChecker }) => eventChecker);
  await sendAndWait(source, 1, ledgers);
  const unaccounted = () => ledgers.map(({ lastSeq, coveredCount }) => lastSeq - coveredCount).join();
  const unaccountedBefore = unaccounted();
  const rest = await target.raiseEvents();
  await target.advanceTime(3_000);

  const base = await measureMemory(target);
  const looks: MemoryFootprint[] = [];
  const stalled = await openSoakSubscribers(resumeDelaysMs.length, target, source, { pattern: '*' });
  for (const { client } of stalled) client.stopReading();
  const filling = performance.now();
  const portion = Math.ceil(100_000 / length);
  for (let owed = 0; owed < backlogBytes; owed += portion * length)
    await sendAndWait(source, portion, ledgers);
  const filledIn = performance.now() - filling;
  looks.push(await measureMemory(target));

  const filled = target.now();
  for (const [index, { client }] of stalled.entries()) {
    // biome-ignore lint/style/noNonNullAssertion: there is one of them for each time
    while (target.now() < filled + resumeDelaysMs[index]!) {
      await target.advanceTime(stepMs);
      await sendAndWait(source, 1, ledgers);
    }
    looks.push(await measureMemory(target));
    client.resumeReading();
  }
  await rest();
  // What is held back comes within 50 ms.
  await target.advanceTime(500);
  await sendAndWait(source, 1, ledgers);
  await waitUntil(() =>
    stalled.every(
      ({ client, eventChecker }) =>
        client.ended !== undefined || eventChecker.nextNumber === source.sentCount,
    ),
  );

  const readInTime = stalled.filter(({ client }) => client.ended === undefined);
  const closed = stalled.filter(({ client }) => client.ended !== undefined);
  const told = closed.filter(({ client }) => client.closeReason);
  const most: MemoryFootprint = {
    resident: Math.max(...looks.map(({ resident }) => resident)),
    held: Math.max(...looks.map(({ held }) => held)),
  };
  const broken: readonly (readonly [isBroken: boolean, promise: string])[] = [
    [unaccounted() !== unaccountedBefore, 'who keeps up can account for every event'],
    [readInTime.length === 0, 'who reads again in time stays'],
    [
      readInTime.some(({ eventChecker }) => eventChecker.nextNumber < source.sentCount),
      'who reads again in time gets all ordinary events',
    ],
    [
      readInTime.some(({ eventChecker }) => eventChecker.gaps === 0),
      'who reads again in time is told what it missed',
    ],
    [told.length === 0, 'who reads again while it is closed is told why'],
    [closed.length === told.length, 'who does not read again is cut'],
    [most.resident > base.resident + maxGrowthBytes, 'resident memory grows by at most 40 MB'],
    [most.held > base.held + maxGrowthBytes, 'memory held grows by at most 40 MB'],
  ];
  const problems = [
    ...source.problems,
    ...listProblems(healthy),
    ...new Set(stalled.flatMap(({ eventChecker }) => eventChecker.problems)),
    ...broken.flatMap(([isBroken, promise]) => (isBroken ? [`not so: ${promise}`] : [])),
  ];
  const clients = [...healthy, ...stalled].map(({ client }) => client);
  await Promise.all([source, ...clients].map((each) => each.close()));
  return {
    rows: [
      [
        'events, and ordinary ones',
        `${Math.max(...ledgers.map(({ coveredCount }) => coveredCount))}, ${source.sentCount}`,
      ],
      ['time to fill the buffers', `${(filledIn / 1000).toFixed(1)} s`],
      ['read again in time', `${readInTime.length} of ${stalled.length}`],
      ['were told why they are closed', `${told.length}: ${told[0]?.client.ended ?? ''}`],
      ['were cut', String(closed.length - told.length)],
      ...createMemoryRows([base, most]),
    ],
    problems,
  };
};

/** Raises events and waits until these have them. */
const sendAndWait = async (
  source: EventSource,
  count: number,
  ledgers: readonly EventChecker[],
): Promise<void> => {
  source.send(count);
  if (!(await source.waitUntilDelivered(ledgers))) throw new Error('who keeps up does not get every event');
};
