/** Many subscribers at half of the maximum rate, for a long time. */
import { createLatencyHistogram } from './latency-histogram.ts';
import { measureMemory, createMemoryRows, describeGrowth, getMedianFootprint } from './memory-growth.ts';
import { createEventSource } from './event-source.ts';
import { listProblems, openSoakSubscribers } from './soak-subscriber.ts';
import { waitUntil } from './soak-target.ts';
import type { MemoryFootprint } from './memory-growth.ts';
import type { EventSource } from './event-source.ts';
import type { ScenarioReport, SoakTarget } from './soak-target.ts';

interface SteadyOptions {
  readonly subscribers: number;
  readonly seconds: number;
  /** How long to measure the maximum rate. */
  readonly calibrationMs: number;
  /** Number of retained events before the first measurement of memory. */
  readonly before: number;
}

/** Maximum number of events in flight: enough to keep all subscribers busy, and so few that none counts as slow. */
const maxInFlight = 500;

/** Interval at which due events are sent. */
const sendIntervalMs = 5;

/** Total number of memory measurements. Each one stops the server for about 30 ms. */
const memorySamples = 20;

export const soakSteadyLoad = async (target: SoakTarget, options: SteadyOptions): Promise<ScenarioReport> => {
  const { seconds } = options;
  const source = await createEventSource(target);
  let note = (_: number) => {};
  const subscribers = await openSoakSubscribers(options.subscribers, target, source, {
    pattern: 'console.log',
    onNumber: (number) => note(number),
  });
  const checkers = subscribers.map(({ eventChecker }) => eventChecker);
  const isBehind = () =>
    source.sentCount - Math.min(...checkers.map(({ nextNumber }) => nextNumber)) >= maxInFlight;
  const possible = await measureMaxRate(source, options, isBehind);
  await source.waitUntilDelivered(checkers);

  const quarters = Array.from({ length: 4 }, () => ({
    latency: createLatencyHistogram(),
    looks: [] as MemoryFootprint[],
  }));
  const started = performance.now();
  const quarterAt = (time: number) =>
    // biome-ignore lint/style/noNonNullAssertion: no quarter is before the first or after the last
    quarters[Math.min(3, Math.floor(((time - started) * 4) / (seconds * 1000)))]!;
  note = (number) => {
    const at = source.getSendTime(number);
    quarterAt(at).latency.add(performance.now() - at);
  };
  const takeSample = async () => {
    const { looks } = quarterAt(performance.now());
    looks.push(await measureMemory(target));
  };
  const pendingSamples: Promise<void>[] = [];
  const timer = setInterval(
    () => {
      const sample = takeSample();
      // The error is reported when all are awaited.
      sample.catch(() => {});
      pendingSamples.push(sample);
    },
    (seconds * 1000) / memorySamples,
  );
  const { sent, heldBack } = await sendAtRate(source, possible / 2, seconds, isBehind);
  clearInterval(timer);
  const complete = await source.waitUntilDelivered(checkers);
  await Promise.all(pendingSamples);
  const memory = quarters.map(({ looks }) => getMedianFootprint(looks));
  const problems = [
    ...source.problems,
    ...listProblems(subscribers),
    ...(complete ? [] : [`some of ${source.sentCount} events were not delivered, or got no response`]),
    // biome-ignore lint/style/noNonNullAssertion: there are four quarters
    ...describeGrowth(memory[1]!, memory[3]!),
  ];
  await Promise.all([source, ...subscribers.map(({ client }) => client)].map((each) => each.close()));

  const percentiles = (share: number) =>
    quarters.map(({ latency }) => `${latency.percentile(share)} ms`).join(', ');
  return {
    rows: [
      ['maximum events per second', possible.toFixed(0)],
      ['events, and deliveries', `${sent}, ${sent * checkers.length} to ${checkers.length} subscribers`],
      ['seconds held back', (heldBack / 1000).toFixed(1)],
      ['latency p50, by quarter', percentiles(0.5)],
      ['latency p99, by quarter', percentiles(0.99)],
      ...createMemoryRows(memory),
    ],
    problems,
  };
};

/**
 * Sends as fast as all subscribers keep up.
 * @returns events per second
 */
const measureMaxRate = async (
  source: EventSource,
  { calibrationMs, before }: SteadyOptions,
  isBehind: () => boolean,
): Promise<number> => {
  const started = performance.now();
  let passed = 0;
  while (passed < calibrationMs || source.sentCount < before) {
    source.send(100);
    if (!(await waitUntil(() => !isBehind()))) break;
    passed = performance.now() - started;
  }
  return (source.sentCount / passed) * 1000;
};

/** Sends at a fixed rate. Pauses when a subscriber is too far behind, as on a busy machine. */
const sendAtRate = async (
  source: EventSource,
  perSecond: number,
  seconds: number,
  isBehind: () => boolean,
) => {
  const started = performance.now();
  const first = source.sentCount;
  let heldBack = 0;
  let before = started;
  for (let passed = 0; passed < seconds * 1000; passed = before - started) {
    await new Promise((resolve) => setTimeout(resolve, sendIntervalMs));
    const now = performance.now();
    const due = Math.floor(((now - started - heldBack) / 1000) * perSecond) - (source.sentCount - first);
    if (isBehind()) heldBack += now - before;
    else if (due > 0) source.send(Math.min(due, maxInFlight));
    before = now;
  }
  return { sent: source.sentCount - first, heldBack };
};
