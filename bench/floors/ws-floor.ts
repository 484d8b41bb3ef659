import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { recordSeparator } from '../load/hub-connection.ts';
import { createHubFloor } from './hub-floor.ts';
import { listenOnLoopback } from './listen.ts';
import type { WebSocket } from 'ws';
import type { FloorClient, HubFloorOrder } from './hub-floor.ts';

interface WsClient extends FloorClient {
  readonly ws: WebSocket;
}

/** The `ws` package as most servers use it: each event is built once, then `ws.send` for each client. */
export const createWsFloor = () => ({
  listen: async (order: HubFloorOrder): Promise<{ port: number }> => {
    const hub = createHubFloor<WsClient>(order, {
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
      const client: WsClient = { ws, answer: (text) => ws.send(text + recordSeparator) };
      ws.on('message', (data) => hub.receive(client, String(data)));
      ws.on('error', () => {});
      ws.once('close', () => hub.leave(client));
    });
    return listenOnLoopback(server);
  },
});
