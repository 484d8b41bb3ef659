import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** A WebSocket as the hub uses it: finished frames go out, payloads come in. */
export interface HubSocket {
  /** Bytes written that the system has not taken yet. A method, because objects that are made with getters are slow to use. */
  getBufferedBytes(): number;
  /** Writes one finished WebSocket frame. Does nothing once the wire is closing. */
  write(frame: Buffer): void;
  /** Begins the closing handshake. */
  close(code: number): void;
  /** Cuts the connection. */
  terminate(): void;
  /** Lets nothing more come in until it is resumed; what is on its way inside still may. */
  pause(): void;
  resume(): void;
  onPayload(listener: (payload: Buffer) => void): void;
  onClose(listener: () => void): void;
}

/**
 * A wire over a server-side `ws` socket. Frames go straight to the stream beneath: one frame built once
 * serves every connection, which `ws.send` does not offer. This is sound because extensions are off, so
 * `ws` itself writes its control frames at once and whole.
 */
export const createHubSocket = (socket: WebSocket, stream: Duplex): HubSocket => {
  // ws closes a socket by itself after a protocol error; without a listener the error would end the process.
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
