import { getItemAt } from '../harness/get-item-at.ts';
import { readFile } from 'node:fs/promises';
import { formatErrorLine } from '../harness/candidate.ts';
import { formatEventNumber } from './delivery-counter.ts';
import { createLogCommand } from './event-trigger-frames.ts';
import { type HubProtocolName, hubProtocols } from './hub-protocols.ts';
import {
  defaultIdleTimeoutMs,
  type FanOutOptions,
  type FanOutResult,
  sendAndCountEvents,
} from './send-and-count-events.ts';
import { encodeFrame } from './ws-frames.ts';
import type { EventConnection, HubAddress, HubProtocol } from './event-connection.ts';

/**
 * Returns how many files and sockets this process may have open, or `undefined` when the operating system does not
 * report the limit.
 */
const readOpenFilesLimit = async (): Promise<number | undefined> => {
  try {
    const limits = await readFile('/proc/self/limits', 'utf8');
    const softLimit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1]);
    return Number.isNaN(softLimit) ? undefined : softLimit;
  } catch {
    return undefined;
  }
};

export interface FanOutTarget {
  readonly hub: HubAddress;
  readonly protocol: HubProtocolName;
  readonly subscribers: number;
}

/** The length of the message that carried one event, or the reason why not all subscribers could connect. */
export type ConnectResult = { readonly messageBytes: number } | { readonly refusal: string };

/** Interval between keep-alive frames, because a hub may drop clients that are silent for 30 s. */
const keepAliveMs = 10_000;

/**
 * Up to this many connections are opened at the same time. Each waits for its upgrade, handshake and subscription, so
 * opening 5,000 connections one after another would take too long.
 */
const maxConcurrentConnects = 16;

/**
 * Creates a load of subscribers on bare WebSockets, with one more connection that triggers the events through hub
 * actions.
 */
export const createFanOutLoad = () => {
  let protocol: HubProtocol = hubProtocols.signalr;
  let subscribers: EventConnection[] = [];
  let trigger: EventConnection | undefined;
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
    /**
     * Connects all subscribers and checks with one event that deliveries arrive. When the server accepts only some of
     * the subscribers, closes all connections and returns the reason.
     */
    async open({ hub, subscribers: subscriberCount, ...options }: FanOutTarget): Promise<ConnectResult> {
      close();
      const fileShortage = await describeFileShortage(subscriberCount);
      if (fileShortage !== undefined) return { refusal: fileShortage };
      protocol = hubProtocols[options.protocol];
      trigger = await protocol.connect(hub, readBuffer);
      const subscribe = async (): Promise<void> => {
        const connection = await protocol.connect(hub, readBuffer);
        await connection.subscribe();
        subscribers.push(connection);
      };
      try {
        while (subscribers.length < subscriberCount) {
          const joinCount = Math.min(maxConcurrentConnects, subscriberCount - subscribers.length);
          // Waits for all connection attempts, because otherwise a subscriber could connect after a rejection has been
          // returned.
          const outcomes = await Promise.allSettled(Array.from({ length: joinCount }, subscribe));
          for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
        }
      } catch (error) {
        const [first] = subscribers;
        if (first === undefined) throw error;
        // The subscribers that are already connected must still receive events. Otherwise the server is broken rather
        // than limited.
        await checkDelivery(protocol, trigger, first);
        const refusal = `${subscribers.length} of ${subscriberCount} subscribers were taken, then: ${formatErrorLine(error)}`;
        close();
        return { refusal };
      }
      const connections = [trigger, ...subscribers];
      keepAlive = setInterval(() => {
        for (const connection of connections) connection.write(protocol.keepAliveFrame);
      }, keepAliveMs);
      return { messageBytes: await checkDelivery(protocol, trigger, getItemAt(subscribers, 0)) };
    },

    async run(options: FanOutOptions): Promise<FanOutResult> {
      if (trigger === undefined) throw new Error('the load generator is not connected');
      rounds += 1;
      return sendAndCountEvents(protocol, trigger, subscribers, `bench${process.pid}x${rounds}#`, options);
    },

    /** Whether all connections are still open. */
    isIntact: async (): Promise<boolean> =>
      trigger !== undefined && [trigger, ...subscribers].every(({ ended }) => ended === undefined),

    close: async () => close(),
  };
};

/** Number of files that a process has open in addition to its connections. */
const reservedFiles = 100;

/**
 * Explains why this machine does not allow this many connections. A server on the same machine is unlikely to have a
 * higher limit than its clients.
 */
const describeFileShortage = async (subscribers: number): Promise<string | undefined> => {
  const limit = await readOpenFilesLimit();
  if (limit === undefined || limit >= subscribers + reservedFiles) return undefined;
  return `${subscribers} subscribers need as many open files, and a process may have ${limit}: raise ulimit -n`;
};

/**
 * Triggers one event and waits for this event, so that a rejected action is reported as a rejection and not as a lost
 * event.
 */
const checkDelivery = (
  protocol: HubProtocol,
  trigger: EventConnection,
  subscriber: EventConnection,
): Promise<number> => {
  const marker = `bench${process.pid}probe#`;
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error('a log.console action brought no console.log event')),
      defaultIdleTimeoutMs,
    );
    subscriber.receive((bytes, start, end) => {
      if (bytes.subarray(start, end).indexOf(marker) === -1) return;
      clearTimeout(timeout);
      resolve(end - start);
    });
    trigger.receive((bytes, start, end) => {
      const text = bytes.toString('utf8', start, end);
      if (!/"success" *: *false/.test(text)) return;
      clearTimeout(timeout);
      reject(new Error(`log.console was refused: ${text.slice(0, 300)}`));
    });
    const requestId = '00000000-0000-4000-8000-000000000001';
    const command = { ...createLogCommand(marker + formatEventNumber(0)), RequestId: requestId };
    trigger.write(encodeFrame(protocol.call('SendAction', [command]), 'client'));
  });
};
