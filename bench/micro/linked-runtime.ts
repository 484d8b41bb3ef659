import { once } from 'node:events';
import { WebSocketServer } from 'ws';
import { getRuntimeCapabilities } from '#runtime/runtime-options.ts';
import { systemScheduler } from '#runtime/shared/scheduler.ts';
import { createInProcessLink } from '#runtime/link/in-process-link.ts';
import { connectToService } from '#runtime/link/remote/connect-to-service.ts';
import { openTransport } from '#runtime/link/remote/open-transport.ts';
import { createRemoteLink } from '#runtime/link/remote/remote-link.ts';
import { createWebSocketTransport } from '#runtime/link/remote/link-transport.ts';
import { definitionsByEnumValue, nodeTypes } from '#runtime/nodes/index.ts';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { Runtime } from '#runtime/runtime.ts';

/**
 * The transport between the service and its runtime: function calls, or a WebSocket whose messages use the named
 * encoding.
 */
export type LinkTransport = 'in process' | 'json' | 'messagepack';

/** The service's end of an established link to a runtime in the same process. */
export interface LinkedRuntime {
  readonly link: RuntimeLink;
  /** @throws Error with the first warning that the service's end of the link has logged */
  check(): void;
  close(): Promise<void>;
}

/** Links a runtime in this process, using the same code that connects two processes. */
export const connectLinkedRuntime = async (
  runtime: Runtime,
  transport: LinkTransport,
): Promise<LinkedRuntime> => {
  if (transport === 'in process')
    return { link: createInProcessLink(runtime), check() {}, close: async () => {} };
  let warning: string | undefined;
  const link = createRemoteLink({
    nodeTypes,
    serviceVersion: 'bench',
    onWarning: (message) => {
      warning ??= message;
    },
  });
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket, request: IncomingMessage) =>
    link.accept(createWebSocketTransport(socket, request.socket)),
  );
  await once(server, 'listening');
  const connected = new Promise<void>((resolve) => link.onChange(() => resolve()));
  const disconnect = connectToService({
    openTransport,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ target: runtime, scheduler: systemScheduler },
    hello: {
      ...{ protocols: [1], name: 'bench', instance: 'bench', stepsPerSecond: 60, encodings: [transport] },
      can: getRuntimeCapabilities(definitionsByEnumValue),
    },
    onConnected() {},
    onDisconnected(reason) {
      warning ??= reason;
    },
  });
  await connected;
  return {
    link,
    check() {
      if (warning !== undefined) throw new Error(warning);
    },
    async close() {
      disconnect();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
};
