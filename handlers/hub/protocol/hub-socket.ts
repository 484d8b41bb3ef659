import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** A WebSocket as the hub sees it: it accepts finished frames and delivers received payloads. */
export interface HubSocket {
  /**
   * Returns the number of written bytes that the system has not accepted yet. This is a method rather than a getter,
   * because objects with getters are slow.
   */
  getBufferedBytes(): number;
  /** Writes one finished WebSocket frame. Does nothing after the socket has started to close. */
  write(frame: Buffer): void;
  /** Starts the closing handshake of the WebSocket. */
  close(code: number): void;
  /** Cuts off the connection without a closing handshake. */
  terminate(): void;
  /** Stops reading until `resume` is called. Payloads that have already been read may still be delivered. */
  pause(): void;
  resume(): void;
  onPayload(listener: (payload: Buffer) => void): void;
  onClose(listener: () => void): void;
}

/**
 * Wraps a server-side `ws` socket. Frames are written directly to the underlying stream, because `ws.send` can't send
 * the same finished frame to many connections. This is safe because extensions are off: `ws` then writes its own
 * control frames immediately and in one piece.
 */
export const createHubSocket = (socket: WebSocket, stream: Duplex): HubSocket => {
  // After a protocol error, ws closes the socket by itself. Without a listener, the error would end the process.
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
