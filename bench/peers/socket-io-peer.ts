import { createServer } from 'node:http';
import { createLogRingBuffer } from '../baselines/log-ring-buffer.ts';
import { createPadding } from '../baselines/event-padding.ts';
import { createBatchResponse } from '../baselines/fan-out-baseline.ts';
import { listenOnLoopback } from '../baselines/listen-on-loopback.ts';
import { loadPeer } from './peer-packages.ts';
import type { Server } from 'node:http';
import type { HubCommand, HubBaselineOptions } from '../baselines/fan-out-baseline.ts';

interface SocketIoServer {
  on(name: 'connection', listener: (socket: SocketIoSocket) => void): void;
  to(room: string): { emit(name: string, ...args: unknown[]): void };
}

interface SocketIoSocket {
  join(room: string): void;
  emit(name: string, ...args: unknown[]): void;
  on<A extends unknown[]>(name: string, listener: (...args: A) => void): void;
}

type AcknowledgeCallback = (response?: unknown) => void;

const socketIoPath = '/socket.io/';

/**
 * Creates a socket.io server that follows the socket.io guide: a room for each event type, and an acknowledgement for
 * each command that requests one.
 */
export const createSocketIoPeer = () => ({
  async listen({ messageBytes, response = { success: true } }: HubBaselineOptions): Promise<{
    port: number;
    path: string;
  }> {
    const { Server: SocketIo } = loadPeer('socket.io') as {
      Server: new (server: Server, options: object) => SocketIoServer;
    };
    const server = createServer();
    const io = new SocketIo(server, { transports: ['websocket'], serveClient: false });
    const wrap = messageBytes === undefined ? undefined : createEventTemplate(messageBytes);
    const log = createLogRingBuffer();
    const runCommand = (command: HubCommand) => {
      log(command.Parameters.message);
      if (wrap !== undefined) io.to('console.log').emit('ReceiveEvent', wrap(command));
    };
    io.on('connection', (socket) => {
      socket.on('Subscribe', (types: readonly string[], acknowledge: AcknowledgeCallback) => {
        for (const type of types) socket.join(type);
        acknowledge();
      });
      socket.on('SendAction', (command: HubCommand, acknowledge?: AcknowledgeCallback) => {
        runCommand(command);
        acknowledge?.({ ...response, requestId: command.RequestId });
      });
      socket.on('SendActionBatch', (commands: readonly HubCommand[]) => {
        for (const command of commands) runCommand(command);
        socket.emit('BatchActionResponse', createBatchResponse(commands, response));
      });
    });
    return { ...(await listenOnLoopback(server)), path: socketIoPath };
  },
});

/**
 * Creates a function that builds events. They are as long as the other candidates' events, but have the fields that an
 * application would send.
 */
const createEventTemplate = (messageBytes: number): ((command: HubCommand) => object) => {
  const event = (message: string, padding: string) => ({
    type: 'console.log',
    data: { message, pad: padding },
  });
  const padding = createPadding(messageBytes, `42["ReceiveEvent",${JSON.stringify(event('', ''))}]`);
  return ({ Parameters }) => event(Parameters.message, padding);
};
