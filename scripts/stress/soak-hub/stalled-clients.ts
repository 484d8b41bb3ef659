/** Subscribers that stop reading and later start again one after another, alongside others that keep up. */
import { measureMemory, createMemoryRows } from './memory-growth.ts';
import { createEventSource } from './numbered-event-sender.ts';
import { listProblems, openSoakSubscribers } from './soak-subscriber.ts';
import { waitUntil } from './soak-target.ts';
import type { EventChecker } from './event-checker.ts';
import type { MemoryFootprint } from './memory-growth.ts';
import type { EventSource } from './numbered-event-sender.ts';
import type { ScenarioReport, SoakTarget } from './soak-target.ts';

interface StalledOptions {
  /** Number of subscribers that keep up, in addition to the ten that don't. */
  readonly healthy: number;
  /** Number of characters in the message of each event. */
  readonly length: number;
  /** Number of retained events before the first memory measurement. */
  readonly before: number;
}

/**
 * Initial backlog of a stalled connection in bytes. The backlog exceeds 4 MB of system buffers plus 8 MiB, beyond which
 * a connection is slow, and stays below 16 MiB, beyond which the hub closes a connection at once.
 */
const backlogBytes = 15_000_000;

/**
 * When each client starts to read again after its backlog has been reached. Some clients start before the hub gives up
 * on them after 5 s, some while the hub sends the reason, and some after the hub has closed their sockets 2 s later.
 */
const resumeDelaysMs: readonly number[] = [0, 300, 600, 3_000, 3_900, 4_800, 5_700, 6_600, 9_000, 10_000];

const stepMs = 100;

/** Allowed memory growth in bytes. If each client had its own copy of the backlog, memory would grow by 150 MB. */
const maxGrowthBytes = 40_000_000;

export const soakStalledClients = async (
  target: SoakTarget,
  options: StalledOptions,
): Promise<ScenarioReport> => {
  const { length, before } = options;
  const source = await createEventSource(target, length);
  while (source.sentCount < before) await sendAndWait(source, 100, []);

  const healthySubscribers = await openSoakSubscribers(options.healthy, target, source, { pattern: '*' });
  const checkers = healthySubscribers.map(({ eventChecker }) => eventChecker);
  await sendAndWait(source, 1, checkers);
  const getUnaccountedCounts = () =>
    checkers.map(({ lastSeq, coveredCount }) => lastSeq - coveredCount).join();
  const initialCounts = getUnaccountedCounts();
  const stopRaisingEvents = await target.raiseEvents();
  await target.advanceTime(3_000);

  const baseline = await measureMemory(target);
  const samples: MemoryFootprint[] = [];
  const stalledSubscribers = await openSoakSubscribers(resumeDelaysMs.length, target, source, {
    pattern: '*',
  });
  for (const { client } of stalledSubscribers) client.stopReading();
  const fillStarted = performance.now();
  const batchSize = Math.ceil(100_000 / length);
  for (let backlog = 0; backlog < backlogBytes; backlog += batchSize * length)
    await sendAndWait(source, batchSize, checkers);
  const fillMs = performance.now() - fillStarted;
  samples.push(await measureMemory(target));

  const filledAt = target.now();
  for (const [index, { client }] of stalledSubscribers.entries()) {
    // biome-ignore lint/style/noNonNullAssertion: there is one of them for each time
    while (target.now() < filledAt + resumeDelaysMs[index]!) {
      await target.advanceTime(stepMs);
      await sendAndWait(source, 1, checkers);
    }
    samples.push(await measureMemory(target));
    client.resumeReading();
  }
  await stopRaisingEvents();
  // Events that were held back arrive within 50 ms.
  await target.advanceTime(500);
  await sendAndWait(source, 1, checkers);
  await waitUntil(() =>
    stalledSubscribers.every(
      ({ client, eventChecker }) =>
        client.endReason !== undefined || eventChecker.nextNumber === source.sentCount,
    ),
  );

  const resumed = stalledSubscribers.filter(({ client }) => client.endReason === undefined);
  const closed = stalledSubscribers.filter(({ client }) => client.endReason !== undefined);
  const closedWithReason = closed.filter(({ client }) => client.closeReason);
  const peak: MemoryFootprint = {
    resident: Math.max(...samples.map(({ resident }) => resident)),
    used: Math.max(...samples.map(({ used }) => used)),
  };
  const violations: readonly (readonly [isBroken: boolean, promise: string])[] = [
    [getUnaccountedCounts() !== initialCounts, 'a subscriber that keeps up can account for every event'],
    [resumed.length === 0, 'a client that reads again in time stays connected'],
    [
      resumed.some(({ eventChecker }) => eventChecker.nextNumber < source.sentCount),
      'a client that reads again in time gets all ordinary events',
    ],
    [
      resumed.some(({ eventChecker }) => eventChecker.gaps === 0),
      'a client that reads again in time is told what it missed',
    ],
    [closedWithReason.length === 0, 'a client that reads again while it is closed gets the reason'],
    [closed.length === closedWithReason.length, 'a client that does not read again is disconnected'],
    [peak.resident > baseline.resident + maxGrowthBytes, 'resident memory grows by at most 40 MB'],
    [peak.used > baseline.used + maxGrowthBytes, 'memory in use grows by at most 40 MB'],
  ];
  const problems = [
    ...source.problems,
    ...listProblems(healthySubscribers),
    ...new Set(stalledSubscribers.flatMap(({ eventChecker }) => eventChecker.problems)),
    ...violations.flatMap(([isViolated, promise]) => (isViolated ? [`does not hold: ${promise}`] : [])),
  ];
  const clients = [...healthySubscribers, ...stalledSubscribers].map(({ client }) => client);
  await Promise.all([source, ...clients].map((closable) => closable.close()));
  return {
    rows: [
      [
        'all events, and ordinary ones',
        `${Math.max(...checkers.map(({ coveredCount }) => coveredCount))}, ${source.sentCount}`,
      ],
      ['time to fill the buffers', `${(fillMs / 1000).toFixed(1)} s`],
      ['read again in time', `${resumed.length} of ${stalledSubscribers.length}`],
      [
        'received the reason for closing',
        `${closedWithReason.length}: ${closedWithReason[0]?.client.endReason ?? ''}`,
      ],
      ['were cut', String(closed.length - closedWithReason.length)],
      ...createMemoryRows([baseline, peak]),
    ],
    problems,
  };
};

/** Raises events and waits until all the given checkers have received them. */
const sendAndWait = async (
  source: EventSource,
  count: number,
  checkers: readonly EventChecker[],
): Promise<void> => {
  source.send(count);
  if (!(await source.waitUntilDelivered(checkers)))
    throw new Error('a subscriber that keeps up does not get every event');
};
