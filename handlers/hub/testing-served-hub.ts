import { once } from 'node:events';
import { createServer } from 'node:http';
import { HubConnectionBuilder, JsonHubProtocol, LogLevel } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { createEventBus } from '../controller/bus/event-bus.ts';
import { attachHub } from './attach-hub.ts';
import { createHub } from './hub.ts';
import { createGraphRunning } from './testing-events.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HubConnection, IHttpConnectionOptions } from '@microsoft/signalr';
import type { EventBus } from '../controller/bus/event-bus.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { AttachHubOptions } from './attach-hub.ts';
import type { Hub } from './hub.ts';
import type { HubLimits } from './hub-limits.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';

/** A hub that a real server on this machine serves. */
export interface ServedHub {
  readonly hub: Hub;
  readonly bus: EventBus;
  readonly server: Server;
  /** The host, port and path of the hub. */
  readonly address: string;
  /** Cuts off every WebSocket without sending a Close. */
  dropConnections(): void;
  close(): Promise<void>;
}

interface ServedHubOptions extends Partial<AttachHubOptions> {
  readonly limits?: Partial<HubLimits>;
  /** The scheduler to use; when absent, real time is used. */
  readonly scheduler?: Scheduler;
  /** Creates the event that the hub's only action raises. */
  createEvent?(parameters: Readonly<Record<string, unknown>>): RaisedEvent;
}

/** Serves a hub whose only action raises an event and echoes its parameters. The hub's token is `secret`. */
export const serveHub = async (options: ServedHubOptions = {}): Promise<ServedHub> => {
  const { limits = {}, scheduler, createEvent = () => createGraphRunning('by-action'), ...attach } = options;
  const bus = createEventBus('s1');
  const hub = createHub({
    bus,
    limits,
    ...(scheduler && { scheduler }),
    onInterest: () => {},
    runAction: async (action, parameters) => {
      bus.publish([createEvent(parameters)]);
      return { action, result: parameters, tick: 3, seq: 1 };
    },
  });
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://localhost');
    response.end(JSON.stringify(hub.negotiate(searchParams)));
  });
  const streams = new Set<Duplex>();
  server.on('upgrade', (_, stream) => {
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
  });
  attachHub(server, hub, {
    path: '/api/events',
    createTokenCheck: (token) => () => token === 'secret',
    allowsOrigin: (origin) => origin === undefined || origin === 'http://localhost:8080',
    ...attach,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    hub,
    bus,
    server,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}/api/events`,
    dropConnections() {
      for (const stream of streams) stream.destroy();
    },
    async close() {
      await hub.close('The test is over');
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/** The encodings of the SignalR client, keyed by their names in a handshake. */
const protocols = {
  json: () => new JsonHubProtocol(),
  messagepack: () => new MessagePackHubProtocol(),
} as const;

export type Protocol = keyof typeof protocols;

export interface ClientOptions extends IHttpConnectionOptions {
  readonly protocol?: Protocol;
  /** Configures the client further. */
  readonly configure?: (builder: HubConnectionBuilder) => HubConnectionBuilder;
}

/** Creates a SignalR client that has not been started yet. */
export const createSignalRClient = (
  address: string,
  { protocol = 'json', configure = (builder) => builder, ...options }: ClientOptions = {},
): HubConnection =>
  configure(
    new HubConnectionBuilder()
      .withUrl(`http://${address}`, { accessTokenFactory: () => 'secret', ...options })
      .withHubProtocol(protocols[protocol]())
      .configureLogging(LogLevel.None),
  ).build();

/** Waits for the next call of a callback, and returns its argument. */
export const waitForCallback = (connection: HubConnection, callback: string) =>
  new Promise<Record<string, unknown>>((resolve) => connection.on(callback, resolve));
