import { percentile } from '../harness/statistics.ts';
import { createTally } from './tally.ts';
import { createTriggers } from './triggers.ts';
import type { HubConnection } from './hub-connection.ts';

export interface FanOutOrder {
  /** Events caused by one trigger: one SendAction, or one SendActionBatch of that many commands. */
  readonly burst: number;
  readonly ms: number;
  /** Most events in total. */
  readonly count: number;
  /** Events under way at most; absent with a pace. */
  readonly window?: number;
  /** Triggers a second; absent: as fast as the window allows. */
  readonly perSecond?: number;
}

export interface FanOutResult {
  readonly events: number;
  readonly deliveries: number;
  /** From the first trigger to the last delivery. */
  readonly ms: number;
  readonly eventsPerMessage: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly generatorCpu: number;
  readonly complaint?: string;
}

/** How long nothing may arrive before what is missing counts as lost. */
export const quietMs = 2000;

/** Causes events for a bounded time and count, and counts what arrives until all has, or nothing more does. */
export const flood = (
  trigger: HubConnection,
  subscribers: readonly HubConnection[],
  marker: string,
  order: FanOutOrder,
): Promise<FanOutResult> => {
  const frameFor = createTriggers(marker, order.burst);
  const sentAt: number[] = [];
  const latencies: number[] = [];
  const tally = createTally(marker, subscribers.length, (number, now) => {
    if (order.perSecond !== undefined) latencies.push(now - sentAt[number]!);
  });
  const cpu = process.cpuUsage();
  const start = performance.now();
  let events = 0;
  let done = false;
  let settle = () => {};

  const next = (): Buffer => {
    const now = performance.now();
    const frame = frameFor(events);
    for (let i = 0; i < order.burst; i += 1) sentAt.push(now);
    events += order.burst;
    return frame;
  };
  const exhausted = () => performance.now() - start > order.ms || events >= order.count;

  const fill = () => {
    const most = (order.window ?? 1) * subscribers.length;
    const frames: Buffer[] = [];
    while (!done && events * subscribers.length - tally.deliveries < most) {
      done = exhausted();
      if (!done) frames.push(next());
    }
    if (frames.length > 0) trigger.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
  };
  const pace = (perSecond: number) => {
    done = exhausted();
    if (done) return settle();
    trigger.write(next());
    const due = start + (events / order.burst) * (1000 / perSecond);
    setTimeout(pace, Math.max(0, due - performance.now()), perSecond);
  };

  return new Promise((resolve) => {
    trigger.receive(() => {});
    subscribers.forEach((connection, index) => {
      connection.receive((bytes, from, to) => {
        tally.take(index, bytes, from, to, performance.now());
        if (order.perSecond === undefined) fill();
        settle();
      });
    });
    settle = () => {
      if (done && tally.deliveries >= events * subscribers.length) finish();
    };
    const watch = setInterval(() => {
      const dead = [trigger, ...subscribers].find(({ ended }) => ended !== undefined);
      const quiet = performance.now() - Math.max(tally.lastAt, start) > quietMs;
      if (dead !== undefined || quiet) finish(dead?.ended);
    }, 50);
    const finish = (reason?: string) => {
      clearInterval(watch);
      done = true;
      const used = process.cpuUsage(cpu);
      const ms = Math.max(tally.lastAt - start, 0);
      resolve({
        events,
        deliveries: tally.deliveries,
        ms,
        eventsPerMessage: tally.deliveries / tally.messages,
        p50Ms: percentile(latencies, 0.5),
        p99Ms: percentile(latencies, 0.99),
        generatorCpu: (used.user + used.system) / 1000 / ms,
        complaint: reason ?? tally.complaint(events),
      });
    };
    if (order.perSecond === undefined) fill();
    else pace(order.perSecond);
  });
};
