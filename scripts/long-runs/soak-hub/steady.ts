/** Many subscribers at half of the rate that is possible, for long. */
import { createLatency } from './latency.ts';
import { footprint, footprintRows, growthOf, medianOf } from './memory.ts';
import { createSource } from './source.ts';
import { complaintsOf, openSubscribers } from './subscriber.ts';
import { until } from './soak-target.ts';
import type { Footprint } from './memory.ts';
import type { Source } from './source.ts';
import type { Report, SoakTarget } from './soak-target.ts';

interface SteadyOptions {
  readonly subscribers: number;
  readonly seconds: number;
  /** How long to find out what is possible. */
  readonly calibrationMs: number;
  /** Events that the hub is to hold of the past before memory is looked at. */
  readonly before: number;
}

/** Events under way at most: many enough to keep everyone busy, few enough that nobody counts as slow. */
const underWay = 500;

/** How often due events are sent. */
const paceMs = 5;

/** How often memory is looked at in all; each look stops the server for some 30 ms. */
const looksInAll = 20;

export const soakSteady = async (target: SoakTarget, options: SteadyOptions): Promise<Report> => {
  const { seconds } = options;
  const source = await createSource(target);
  let note = (_: number) => {};
  const subscribers = await openSubscribers(options.subscribers, target, source, {
    pattern: 'console.log',
    onNumber: (number) => note(number),
  });
  const ledgers = subscribers.map(({ ledger }) => ledger);
  const isBehind = () => source.sent - Math.min(...ledgers.map(({ next }) => next)) >= underWay;
  const possible = await calibrate(source, options, isBehind);
  await source.settled(ledgers);

  const quarters = Array.from({ length: 4 }, () => ({ latency: createLatency(), looks: [] as Footprint[] }));
  const started = performance.now();
  const quarterAt = (time: number) =>
    // biome-ignore lint/style/noNonNullAssertion: no quarter is before the first or after the last
    quarters[Math.min(3, Math.floor(((time - started) * 4) / (seconds * 1000)))]!;
  note = (number) => {
    const at = source.sentAt(number);
    quarterAt(at).latency.add(performance.now() - at);
  };
  const look = async () => {
    const { looks } = quarterAt(performance.now());
    looks.push(await footprint(target));
  };
  const looking: Promise<void>[] = [];
  const timer = setInterval(
    () => {
      const looked = look();
      // A failure is told when all are awaited.
      looked.catch(() => {});
      looking.push(looked);
    },
    (seconds * 1000) / looksInAll,
  );
  const { sent, heldBack } = await keepUp(source, possible / 2, seconds, isBehind);
  clearInterval(timer);
  const complete = await source.settled(ledgers);
  await Promise.all(looking);
  const memory = quarters.map(({ looks }) => medianOf(looks));
  const problems = [
    ...source.complaints,
    ...complaintsOf(subscribers),
    ...(complete ? [] : [`of ${source.sent} events some did not come, or were not answered`]),
    // biome-ignore lint/style/noNonNullAssertion: there are four quarters
    ...growthOf(memory[1]!, memory[3]!),
  ];
  await Promise.all([source, ...subscribers.map(({ client }) => client)].map((each) => each.close()));

  const percentiles = (share: number) =>
    quarters.map(({ latency }) => `${latency.percentile(share)} ms`).join(', ');
  return {
    rows: [
      ['events a second, at most', possible.toFixed(0)],
      ['events, and deliveries', `${sent}, ${sent * ledgers.length} to ${ledgers.length} subscribers`],
      ['seconds held back', (heldBack / 1000).toFixed(1)],
      ['latency p50, by quarter', percentiles(0.5)],
      ['latency p99, by quarter', percentiles(0.99)],
      ...footprintRows(memory),
    ],
    problems,
  };
};

/** Sends as fast as everyone keeps up. @returns events a second */
const calibrate = async (
  source: Source,
  { calibrationMs, before }: SteadyOptions,
  isBehind: () => boolean,
): Promise<number> => {
  const started = performance.now();
  let passed = 0;
  while (passed < calibrationMs || source.sent < before) {
    source.send(100);
    if (!(await until(() => !isBehind()))) break;
    passed = performance.now() - started;
  }
  return (source.sent / passed) * 1000;
};

/** Sends at a rate, unless somebody is too far behind; that happens when the machine is busy with something else. */
const keepUp = async (source: Source, perSecond: number, seconds: number, isBehind: () => boolean) => {
  const started = performance.now();
  const first = source.sent;
  let heldBack = 0;
  let before = started;
  for (let passed = 0; passed < seconds * 1000; passed = before - started) {
    await new Promise((resolve) => setTimeout(resolve, paceMs));
    const now = performance.now();
    const due = Math.floor(((now - started - heldBack) / 1000) * perSecond) - (source.sent - first);
    if (isBehind()) heldBack += now - before;
    else if (due > 0) source.send(Math.min(due, underWay));
    before = now;
  }
  return { sent: source.sent - first, heldBack };
};
