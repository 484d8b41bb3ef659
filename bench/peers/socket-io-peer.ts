import { createServer } from 'node:http';
import { createEntryRing } from '../floors/entry-ring.ts';
import { padding } from '../floors/event-length.ts';
import { batchAnswer } from '../floors/hub-floor.ts';
import { listenOnLoopback } from '../floors/listen.ts';
import { loadPeer } from './installed.ts';
import type { Server } from 'node:http';
import type { Command, HubFloorOrder } from '../floors/hub-floor.ts';

interface Io {
  on(name: 'connection', listener: (socket: IoSocket) => void): void;
  to(room: string): { emit(name: string, ...args: unknown[]): void };
}

interface IoSocket {
  join(room: string): void;
  emit(name: string, ...args: unknown[]): void;
  on<A extends unknown[]>(name: string, listener: (...args: A) => void): void;
}

type Acknowledge = (answer?: unknown) => void;

const path = '/socket.io/';

/** socket.io as its guide shows it: a room for each event type, an acknowledgement for each command that asks for one. */
export const createSocketIoPeer = () => ({
  async listen({ messageBytes, answer = { success: true } }: HubFloorOrder): Promise<{
    port: number;
    path: string;
  }> {
    const { Server: SocketIo } = loadPeer('socket.io') as {
      Server: new (server: Server, options: object) => Io;
    };
    const server = createServer();
    const io = new SocketIo(server, { transports: ['websocket'], serveClient: false });
    const wrap = messageBytes === undefined ? undefined : eventTemplate(messageBytes);
    const log = createEntryRing();
    const run = (command: Command) => {
      log(command.Parameters.message);
      if (wrap !== undefined) io.to('console.log').emit('ReceiveEvent', wrap(command));
    };
    io.on('connection', (socket) => {
      socket.on('Subscribe', (types: readonly string[], acknowledge: Acknowledge) => {
        for (const type of types) socket.join(type);
        acknowledge();
      });
      socket.on('SendAction', (command: Command, acknowledge?: Acknowledge) => {
        run(command);
        acknowledge?.({ ...answer, requestId: command.RequestId });
      });
      socket.on('SendActionBatch', (commands: readonly Command[]) => {
        for (const command of commands) run(command);
        socket.emit('BatchActionResponse', batchAnswer(commands, answer));
      });
    });
    return { ...(await listenOnLoopback(server)), path };
  },
});

/** Events as long as those of the others, as an application would write them. */
const eventTemplate = (messageBytes: number): ((command: Command) => object) => {
  const event = (message: string, pad: string) => ({ type: 'console.log', data: { message, pad } });
  const pad = padding(messageBytes, `42["ReceiveEvent",${JSON.stringify(event('', ''))}]`);
  return ({ Parameters }) => event(Parameters.message, pad);
};
