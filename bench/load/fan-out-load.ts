import { flood, quietMs } from './flood.ts';
import { connectHub, hubFrame, invocation } from './hub-connection.ts';
import { eventNumber } from './tally.ts';
import { command } from './triggers.ts';
import type { FanOutOrder, FanOutResult } from './flood.ts';
import type { HubAddress, HubConnection } from './hub-connection.ts';

export interface OpenOrder {
  readonly hub: HubAddress;
  readonly subscribers: number;
}

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
