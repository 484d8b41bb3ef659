/** Defines the loads for `event-loop-blocking.ts`, and the sockets that the loads use. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ServerProcess } from '../../../fixtures/testing-cli.ts';

/** Requests that must not block other callers of a service. */
export interface Load {
  readonly description: string;
  /** Arguments for `serve` that the load needs. */
  readonly args?: readonly string[];
  /** Paths that are requested a single time before the measurement. */
  readonly warmUp?: readonly string[];
  /**
   * Prepares the load. The preparation is not measured.
   * @returns a function that starts the load
   */
  prepare(target: LoadTarget): Promise<() => void>;
}

export interface LoadTarget extends Pick<ServerProcess, 'url' | 'eventsUrl' | 'token'> {
  /** Opens a connection that is closed when the round ends. Received data is discarded. */
  open(port?: number): Promise<Socket>;
}

/**
 * Creates functions that open connections to an address.
 * @returns functions that open connections, and that close all of them
 */
export const openSockets = (url: string) => {
  const sockets: Socket[] = [];
  return {
    async open(port = Number(new URL(url).port)): Promise<Socket> {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.setNoDelay();
      // Ignored, because the service may close any connection of the load.
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

/** Opens connections, and sends the same bytes over each connection when the load begins. */
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
