import { createHubFloor } from '../floors/hub-floor.ts';
import { recordSeparator } from '../load/hub-connection.ts';
import { loadPeer } from './installed.ts';
import type { FloorClient, HubFloorOrder } from '../floors/hub-floor.ts';

interface UwsSocket {
  getUserData(): { client: UwsClient };
  subscribe(topic: string): void;
  send(message: string): void;
}

interface UwsClient extends FloorClient {
  readonly socket: UwsSocket;
}

interface UwsApp {
  ws(
    pattern: string,
    behavior: {
      maxBackpressure: number;
      idleTimeout: number;
      open(socket: UwsSocket): void;
      message(socket: UwsSocket, message: ArrayBuffer): void;
      close(socket: UwsSocket): void;
    },
  ): UwsApp;
  publish(topic: string, message: string): boolean;
  listen(host: string, port: number, onListen: (token: unknown) => void): void;
}

interface Uws {
  App(): UwsApp;
  getSocketPort(token: unknown): number;
}

const topic = 'console.log';

/** Enough that nobody's events are left out: a lost delivery would fail the candidate. */
const maxBackpressure = 64 << 20;

/** uWebSockets with its own publish and subscribe: it joins what is published in one turn by itself. */
export const createUwebsocketsPeer = () => ({
  async listen(order: HubFloorOrder): Promise<{ port: number }> {
    const uws = loadPeer('@rjweb/uws') as Uws;
    const app = uws.App();
    const hub = createHubFloor<UwsClient>(order, {
      publish(events) {
        for (const event of events) app.publish(topic, event);
      },
      onSubscribe: ({ socket }) => socket.subscribe(topic),
    });
    app.ws('/*', {
      maxBackpressure,
      idleTimeout: 0,
      open(socket) {
        socket.getUserData().client = { socket, answer: (text) => socket.send(text + recordSeparator) };
      },
      message: (socket, message) => hub.receive(socket.getUserData().client, Buffer.from(message).toString()),
      close: (socket) => hub.leave(socket.getUserData().client),
    });
    return new Promise((resolve, reject) => {
      app.listen('127.0.0.1', 0, (token) => {
        if (token) resolve({ port: uws.getSocketPort(token) });
        else reject(new Error('uWebSockets found no port to listen on'));
      });
    });
  },
});
