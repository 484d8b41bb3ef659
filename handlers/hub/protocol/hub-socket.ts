import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** A WebSocket as the hub uses it: finished frames go out, payloads come in. */
export interface HubSocket {
  /**
   * Returns the written bytes that the system has not accepted yet. A method, because objects with getters are slow.
   */
  getBufferedBytes(): number;
  /** Writes one finished WebSocket frame. Does nothing once the socket is closing. */
  write(frame: Buffer): void;
  /** Starts the closing handshake. */
  close(code: number): void;
  /** Cuts the connection. */
  terminate(): void;
  /** Stops reading until `resume` is called. Payloads that were already read may still arrive. */
  pause(): void;
  resume(): void;
  onPayload(listener: (payload: Buffer) => void): void;
  onClose(listener: () => void): void;
}

/**
 * Wraps a server-side `ws` socket. Frames are written directly to the underlying stream, because `ws.send` can't send
 * one finished frame to many connections. This is safe because extensions are off: `ws` then writes its own control
 * frames immediately and in one piece.
 */
export const createHubSocket = (socket: WebSocket, stream: Duplex): HubSocket => {
  // ws closes a socket by itself after a protocol error. Without a listener the error would end the process.
  socket.on('error', () => {});
  return {
    getBufferedBytes: () => stream.writableLength,
    write(frame) {
      if (socket.readyState === socket.OPEN) stream.write(frame);
    },
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    onPayload(listener) {
      socket.on('message', (data) => listener(data as Buffer));
    },
    onClose(listener) {
      socket.once('close', () => listener());
    },
  };
};
