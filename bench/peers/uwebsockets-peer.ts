import { createHubBaseline } from '../baselines/fan-out-baseline.ts';
import { recordSeparator } from '../load/signalr-connection.ts';
import { loadPeer } from './peer-packages.ts';
import type { BaselineClient, HubBaselineOptions } from '../baselines/fan-out-baseline.ts';

interface UwsSocket {
  getUserData(): { client: UwsClient };
  subscribe(topic: string): void;
  send(message: string): void;
}

interface UwsClient extends BaselineClient {
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

interface UwsModule {
  App(): UwsApp;
  getSocketPort(token: unknown): number;
}

const eventTopic = 'console.log';

/** This limit is large enough that no event is dropped, because a lost delivery would fail the candidate. */
const maxBackpressureBytes = 64 << 20;

/**
 * Creates a uWebSockets server that uses the built-in publish/subscribe, which batches everything published in the same
 * event-loop turn.
 */
export const createUwebsocketsPeer = () => ({
  async listen(options: HubBaselineOptions): Promise<{ port: number }> {
    const uws = loadPeer('@rjweb/uws') as UwsModule;
    const app = uws.App();
    const hub = createHubBaseline<UwsClient>(options, {
      publish(events) {
        for (const event of events) app.publish(eventTopic, event);
      },
      onSubscribe: ({ socket }) => socket.subscribe(eventTopic),
    });
    app.ws('/*', {
      maxBackpressure: maxBackpressureBytes,
      idleTimeout: 0,
      open(socket) {
        socket.getUserData().client = { socket, respond: (text) => socket.send(text + recordSeparator) };
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
