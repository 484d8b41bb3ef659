import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { recordSeparator } from '../load/signalr-connection.ts';
import { createHubBaseline } from './fan-out-baseline.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import type { WebSocket } from 'ws';
import type { BaselineClient, HubBaselineOptions } from './fan-out-baseline.ts';

interface WsClient extends BaselineClient {
  readonly ws: WebSocket;
}

/**
 * Creates a server with the `ws` package, as most servers use this package: the baseline serializes each event once,
 * then calls `ws.send` for each client.
 */
export const createWsBaseline = () => ({
  listen: async (options: HubBaselineOptions): Promise<{ port: number }> => {
    const hub = createHubBaseline<WsClient>(options, {
      publish(events, subscribers) {
        for (const event of events) {
          const bytes = Buffer.from(event);
          for (const { ws } of subscribers) ws.send(bytes, { binary: false });
        }
      },
    });
    const server = createServer();
    const sockets = new WebSocketServer({ server, perMessageDeflate: false });
    sockets.on('connection', (ws) => {
      const client: WsClient = { ws, respond: (text) => ws.send(text + recordSeparator) };
      ws.on('message', (data) => hub.receive(client, String(data)));
      ws.on('error', () => {});
      ws.once('close', () => hub.leave(client));
    });
    return listenOnLoopback(server);
  },
});
