import { createServer } from 'node:http';
import { createLogRingBuffer } from '../baselines/log-ring-buffer.ts';
import { createEventFactory } from '../baselines/event-factory.ts';
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

/** What socket.io writes around an event. */
const wrapper = '42["ReceiveEvent",]';

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
    const createEvent =
      messageBytes === undefined ? undefined : createEventFactory(messageBytes, wrapper.length);
    const log = createLogRingBuffer();
    const runCommand = ({ Parameters }: HubCommand) => {
      const entry = log(Parameters.message);
      if (createEvent !== undefined) io.to('console.log').emit('ReceiveEvent', createEvent(entry));
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
