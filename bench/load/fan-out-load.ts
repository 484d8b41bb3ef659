import { percentile } from '../harness/statistics.ts';
import { connectHub, hubFrame, invocation, recordSeparator } from './hub-connection.ts';
import { createTally, eventNumber } from './tally.ts';
import { encodeFrame } from './ws-frames.ts';
import type { HubAddress, HubConnection } from './hub-connection.ts';

export interface OpenOrder {
  readonly hub: HubAddress;
  readonly subscribers: number;
}

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
const quietMs = 2000;

/** A hub may drop clients that are silent for 30 s. */
const keepAliveMs = 10_000;
const ping = hubFrame({ type: 6 });

/** Subscribers on bare WebSockets, and one more connection that causes the events through hub actions. */
export const createFanOutLoad = () => {
  let subscribers: HubConnection[] = [];
  let trigger: HubConnection | undefined;
  let keepAlive: NodeJS.Timeout | undefined;
  let rounds = 0;
  const readBuffer = Buffer.allocUnsafe(65_536);

  const close = () => {
    clearInterval(keepAlive);
    for (const connection of [...subscribers, trigger]) connection?.close();
    subscribers = [];
    trigger = undefined;
  };

  return {
    /** Connects everyone and proves with one event that deliveries arrive. Answers the size of its message. */
    async open({ hub, subscribers: wanted }: OpenOrder): Promise<{ messageBytes: number }> {
      close();
      trigger = await connectHub(hub, readBuffer);
      for (let i = 0; i < wanted; i += 1) {
        const connection = await connectHub(hub, readBuffer);
        subscribers.push(connection);
        await connection.invoke('Subscribe', [['console.log']]);
      }
      const everyone = [trigger, ...subscribers];
      keepAlive = setInterval(() => {
        for (const connection of everyone) connection.write(ping);
      }, keepAliveMs);
      return { messageBytes: await probe(trigger, subscribers[0]!) };
    },

    async run(order: FanOutOrder): Promise<FanOutResult> {
      if (trigger === undefined) throw new Error('the load generator is not connected');
      rounds += 1;
      return flood(trigger, subscribers, `bench${process.pid}x${rounds}#`, order);
    },

    close: async () => close(),
  };
};

/** Stands for the number of an event; no marker holds it. */
const placeholder = '@@@@@@@@';

const command = (message: string) => ({ Action: 'log.console', Parameters: { message } });

/** Makes the frames of one round; only the numbers in them change, so the rest is encoded once. */
const createTriggers = (marker: string, burst: number): ((first: number) => Buffer) => {
  const commands = Array.from({ length: burst }, () => command(marker + placeholder));
  const template =
    burst === 1 ? invocation('SendAction', [commands[0]]) : invocation('SendActionBatch', [commands, false]);
  const [head, ...tails] = (JSON.stringify(template) + recordSeparator).split(placeholder);
  return (first) => {
    let text = head!;
    for (const [index, tail] of tails.entries()) text += eventNumber(first + index) + tail;
    return encodeFrame(text, 'client');
  };
};

/** Causes one event and waits for it, so that a refused action is told as such and not as a loss. */
const probe = (trigger: HubConnection, subscriber: HubConnection): Promise<number> => {
  const marker = `bench${process.pid}probe#`;
  return new Promise((resolve, reject) => {
    const patience = setTimeout(
      () => reject(new Error('a log.console action brought no console.log event')),
      quietMs,
    );
    subscriber.receive((bytes, start, end) => {
      if (bytes.subarray(start, end).indexOf(marker) === -1) return;
      clearTimeout(patience);
      resolve(end - start);
    });
    trigger.receive((bytes, start, end) => {
      const text = bytes.toString('utf8', start, end);
      if (!/"success" *: *false/.test(text)) return;
      clearTimeout(patience);
      reject(new Error(`log.console was refused: ${text.slice(0, 300)}`));
    });
    const requestId = '00000000-0000-4000-8000-000000000001';
    trigger.write(
      hubFrame(invocation('SendAction', [{ ...command(marker + eventNumber(0)), RequestId: requestId }])),
    );
  });
};

const flood = (
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
