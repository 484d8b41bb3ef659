/** Many subscribers that receive events at half of the maximum rate for a long time. */
import { createLatencyHistogram } from './latency-histogram.ts';
import { measureMemory, createMemoryRows, describeGrowth, getMedianFootprint } from './memory-growth.ts';
import { createEventSource } from './numbered-event-sender.ts';
import { listProblems, openSoakSubscribers } from './soak-subscriber.ts';
import { waitUntil } from './soak-target.ts';
import type { MemoryFootprint } from './memory-growth.ts';
import type { EventSource } from './numbered-event-sender.ts';
import type { ScenarioReport, SoakTarget } from './soak-target.ts';

interface SteadyOptions {
  readonly subscribers: number;
  readonly seconds: number;
  /** How long to measure the maximum rate, in milliseconds. */
  readonly calibrationMs: number;
  /** Number of retained events before the first memory measurement. */
  readonly before: number;
}

/**
 * Maximum number of events in flight: enough to keep all subscribers busy, but few enough that no subscriber counts as
 * slow.
 */
const maxInFlight = 500;

/** Interval in milliseconds at which due events are sent. */
const sendIntervalMs = 5;

/** Total number of memory measurements. Each measurement stops the server for about 30 ms. */
const memorySamples = 20;

export const soakSteadyLoad = async (target: SoakTarget, options: SteadyOptions): Promise<ScenarioReport> => {
  const { seconds } = options;
  const source = await createEventSource(target);
  let recordLatency = (_: number) => {};
  const subscribers = await openSoakSubscribers(options.subscribers, target, source, {
    pattern: 'console.log',
    onNumber: (number) => recordLatency(number),
  });
  const checkers = subscribers.map(({ eventChecker }) => eventChecker);
  const isBehind = () =>
    source.sentCount - Math.min(...checkers.map(({ nextNumber }) => nextNumber)) >= maxInFlight;
  const maxRate = await measureMaxRate(source, options, isBehind);
  await source.waitUntilDelivered(checkers);

  const quarters = Array.from({ length: 4 }, () => ({
    latency: createLatencyHistogram(),
    samples: [] as MemoryFootprint[],
  }));
  const startedAt = performance.now();
  const getQuarter = (time: number) =>
    // biome-ignore lint/style/noNonNullAssertion: no quarter is before the first or after the last
    quarters[Math.min(3, Math.floor(((time - startedAt) * 4) / (seconds * 1000)))]!;
  recordLatency = (number) => {
    const at = source.getSendTime(number);
    getQuarter(at).latency.add(performance.now() - at);
  };
  const takeSample = async () => {
    const { samples } = getQuarter(performance.now());
    samples.push(await measureMemory(target));
  };
  const pendingSamples: Promise<void>[] = [];
  const timer = setInterval(
    () => {
      const sample = takeSample();
      // Prevents an unhandled rejection. The error is reported later, when all samples are awaited.
      sample.catch(() => {});
      pendingSamples.push(sample);
    },
    (seconds * 1000) / memorySamples,
  );
  const { sent: sentCount, heldBack: heldBackMs } = await sendAtRate(source, maxRate / 2, seconds, isBehind);
  clearInterval(timer);
  const complete = await source.waitUntilDelivered(checkers);
  await Promise.all(pendingSamples);
  const memory = quarters.map(({ samples }) => getMedianFootprint(samples));
  const problems = [
    ...source.problems,
    ...listProblems(subscribers),
    ...(complete ? [] : [`some of ${source.sentCount} events were not delivered, or got no response`]),
    // biome-ignore lint/style/noNonNullAssertion: there are four quarters
    ...describeGrowth(memory[1]!, memory[3]!),
  ];
  await Promise.all([source, ...subscribers.map(({ client }) => client)].map((closable) => closable.close()));

  const percentiles = (share: number) =>
    quarters.map(({ latency }) => `${latency.percentile(share)} ms`).join(', ');
  return {
    rows: [
      ['maximum events per second', maxRate.toFixed(0)],
      [
        'events, and deliveries',
        `${sentCount}, ${sentCount * checkers.length} to ${checkers.length} subscribers`,
      ],
      ['seconds held back', (heldBackMs / 1000).toFixed(1)],
      ['latency p50, by quarter', percentiles(0.5)],
      ['latency p99, by quarter', percentiles(0.99)],
      ...createMemoryRows(memory),
    ],
    problems,
  };
};

/**
 * Sends events as fast as all subscribers can receive them.
 * @returns the rate in events per second
 */
const measureMaxRate = async (
  source: EventSource,
  { calibrationMs, before }: SteadyOptions,
  isBehind: () => boolean,
): Promise<number> => {
  const startedAt = performance.now();
  let elapsed = 0;
  while (elapsed < calibrationMs || source.sentCount < before) {
    source.send(100);
    if (!(await waitUntil(() => !isBehind()))) break;
    elapsed = performance.now() - startedAt;
  }
  return (source.sentCount / elapsed) * 1000;
};

/** Sends events at a fixed rate. Pauses if a subscriber falls too far behind, for example on a busy machine. */
const sendAtRate = async (
  source: EventSource,
  perSecond: number,
  seconds: number,
  isBehind: () => boolean,
) => {
  const startedAt = performance.now();
  const first = source.sentCount;
  let heldBackMs = 0;
  let before = startedAt;
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = before - startedAt) {
    await new Promise((resolve) => setTimeout(resolve, sendIntervalMs));
    const now = performance.now();
    const dueCount =
      Math.floor(((now - startedAt - heldBackMs) / 1000) * perSecond) - (source.sentCount - first);
    if (isBehind()) heldBackMs += now - before;
    else if (dueCount > 0) source.send(Math.min(dueCount, maxInFlight));
    before = now;
  }
  return { sent: source.sentCount - first, heldBack: heldBackMs };
};
