/** What a load of `blocking.ts` is, and the sockets that loads are made of. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ServerProcess } from '../../testing-cli.ts';

/** Something that callers do to a service, which must not keep others waiting. */
export interface Load {
  readonly description: string;
  /** Arguments of `serve` that the load needs. */
  readonly args?: readonly string[];
  /** Paths that are asked for once before anything is measured. */
  readonly warmUp?: readonly string[];
  /** @returns begins the load; what is prepared before is not measured */
  prepare(target: LoadTarget): Promise<() => void>;
}

export interface LoadTarget extends Pick<ServerProcess, 'url' | 'eventsUrl' | 'token'> {
  /** Opens a connection to the service, which is closed when the round ends. What it receives is discarded. */
  open(port?: number): Promise<Socket>;
}

/** @returns opens connections to the port of this address, and closes all of them */
export const openSockets = (url: string) => {
  const sockets: Socket[] = [];
  return {
    async open(port = Number(new URL(url).port)): Promise<Socket> {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.setNoDelay();
      // the service may close the connection of a load
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.resume();
      return socket;
    },
    close(): void {
      for (const socket of sockets) socket.destroy();
    },
  };
};

/** Opens so many connections, and sends each the same when the load begins. */
export const sendSimultaneously = async (
  { open }: LoadTarget,
  connections: number,
  bytes: Buffer | string,
  port?: number,
): Promise<() => void> => {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  return () => {
    for (const socket of sockets) socket.write(bytes);
  };
};
