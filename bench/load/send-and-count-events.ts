import { percentile } from '../harness/statistics.ts';
import { createDeliveryCounter } from './delivery-counter.ts';
import { createTriggerFrames } from './event-trigger-frames.ts';
import type { HubProtocol, EventConnection } from './event-connection.ts';

export type TriggerPace =
  /**
   * Triggers an event as soon as fewer than this many events are in flight. Several triggers may reach a server at the
   * same time.
   */
  | { readonly window: number }
  /**
   * When the last event of the previous trigger has reached its first subscriber. A server never finds two triggers at
   * once, and is still kept busy, because it continues to write to the other subscribers meanwhile.
   */
  | 'one at a time'
  | { readonly perSecond: number };

export interface FanOutOptions {
  /** Number of events per trigger: one SendAction, or one SendActionBatch with this many commands. */
  readonly burst: number;
  readonly ms: number;
  /** Maximum number of events in total. */
  readonly count: number;
  readonly pace: TriggerPace;
  /** Missing events count as lost when nothing arrives for this many milliseconds. */
  readonly idleTimeoutMs?: number;
}

export interface FanOutResult {
  readonly events: number;
  readonly deliveries: number;
  /** Milliseconds from the first trigger to the last delivery. */
  readonly ms: number;
  readonly eventsPerMessage: number;
  /** Median latency from a trigger to each delivery of its last event; measured only at a fixed rate. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly generatorCpu: number;
  readonly failure?: string | undefined;
}

export const defaultIdleTimeoutMs = 2000;

/**
 * Triggers events until the time limit or the maximum count is reached, and counts deliveries until all have arrived or
 * nothing more arrives.
 */
export const sendAndCountEvents = (
  protocol: HubProtocol,
  trigger: EventConnection,
  subscribers: readonly EventConnection[],
  marker: string,
  { pace, ...options }: FanOutOptions,
): Promise<FanOutResult> => {
  const frameFor = createTriggerFrames(protocol, marker, options.burst);
  const rate = typeof pace === 'object' && 'perSecond' in pace ? pace.perSecond : undefined;
  const sentAt: number[] = [];
  const latencies: number[] = [];
  let lastReceived = -1;
  const tally = createDeliveryCounter(
    marker,
    subscribers.length,
    protocol.recordTerminator,
    (number, now) => {
      if (number > lastReceived) lastReceived = number;
      if (rate !== undefined && number % options.burst === options.burst - 1)
        // biome-ignore lint/style/noNonNullAssertion: an event has been sent before it arrives
        latencies.push(now - sentAt[number]!);
    },
  );
  const cpu = process.cpuUsage();
  const start = performance.now();
  let events = 0;
  let done = false;
  let resolveWhenDone = () => {};

  const next = (): Buffer => {
    const now = performance.now();
    const frame = frameFor(events);
    for (let i = 0; i < options.burst; i += 1) sentAt.push(now);
    events += options.burst;
    return frame;
  };
  const exhausted = () => performance.now() - start > options.ms || events >= options.count;

  const hasRoom =
    pace === 'one at a time'
      ? () => lastReceived === events - 1
      : () =>
          'window' in pace &&
          events * subscribers.length - tally.deliveries < pace.window * subscribers.length;
  const fill = () => {
    const frames: Buffer[] = [];
    while (!done && hasRoom()) {
      done = exhausted();
      if (!done) frames.push(next());
    }
    const [first, ...otherFrames] = frames;
    if (first !== undefined) trigger.write(otherFrames.length === 0 ? first : Buffer.concat(frames));
  };
  const sendAtRate = (perSecond: number) => {
    done = exhausted();
    if (done) return resolveWhenDone();
    trigger.write(next());
    const dueAt = start + (events / options.burst) * (1000 / perSecond);
    setTimeout(sendAtRate, Math.max(0, dueAt - performance.now()), perSecond);
  };

  return new Promise((resolve) => {
    trigger.receive(() => {});
    subscribers.forEach((connection, index) => {
      connection.receive((bytes, from, to) => {
        tally.addPayload(index, bytes, from, to, performance.now());
        if (rate === undefined) fill();
        resolveWhenDone();
      });
    });
    resolveWhenDone = () => {
      if (done && tally.deliveries >= events * subscribers.length) finish();
    };
    const watchdog = setInterval(() => {
      const closedConnection = [trigger, ...subscribers].find(({ ended }) => ended !== undefined);
      const isIdle =
        performance.now() - Math.max(tally.lastAt, start) > (options.idleTimeoutMs ?? defaultIdleTimeoutMs);
      if (closedConnection !== undefined || isIdle) finish(closedConnection?.ended);
    }, 50);
    const finish = (reason?: string) => {
      clearInterval(watchdog);
      done = true;
      // Events that arrive later do not belong to this round.
      for (const connection of subscribers) connection.receive(() => {});
      const cpuUsage = process.cpuUsage(cpu);
      const ms = Math.max(tally.lastAt - start, 0);
      resolve({
        events,
        deliveries: tally.deliveries,
        ms,
        eventsPerMessage: tally.deliveries / tally.messages,
        p50Ms: percentile(latencies, 0.5),
        p99Ms: percentile(latencies, 0.99),
        generatorCpu: (cpuUsage.user + cpuUsage.system) / 1000 / ms,
        failure: reason ?? tally.findFailure(events),
      });
    };
    if (rate === undefined) fill();
    else sendAtRate(rate);
  });
};
