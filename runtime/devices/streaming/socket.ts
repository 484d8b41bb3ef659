import { WebSocket } from 'ws';
import type { Surroundings } from './surroundings.ts';

/** Bytes of a message. */
const largestMessage = 256 * 1024;
/** Bytes that may wait for the other side to take them. */
const mostUnsent = 64 * 1024;
/** Milliseconds that the other side has to open, and to begin with what it has to say. */
const patience = 15_000;

export interface Socket {
  send(text: string): void;
  /** Has the connection given up unless something comes within this many milliseconds, from each message on to the next. */
  expect(milliseconds: number, otherwise?: () => void): void;
  /** Nothing is told of it any more. */
  close(): void;
}

interface SocketEars {
  opened?(socket: Socket): void;
  text(text: string, socket: Socket): void;
  /** It ended, or never came about. Told once, and not after `close`. */
  closed(code: number): void;
}

/** Opens a WebSocket to an address that the settings name. It may be silent for 15 seconds, until it is told otherwise. */
export const openSocket = (url: string, { after }: Surroundings, ears: SocketEars): Socket => {
  let isOver = false;
  let silence = patience;
  let onSilence: (() => void) | undefined;
  let forget = (): void => {};
  const address = new URL(url);
  // it is never sent, and would be refused
  address.hash = '';
  const connection = new WebSocket(address, {
    ...{ maxPayload: largestMessage, handshakeTimeout: patience },
    ...{ followRedirects: false, perMessageDeflate: false },
  });

  const end = (code: number): void => {
    if (isOver) return;
    isOver = true;
    forget();
    connection.terminate();
    ears.closed(code);
  };
  const arm = (): void => {
    forget();
    forget = after(silence, () => (onSilence ?? (() => end(1006)))());
  };

  const socket: Socket = {
    send(text) {
      if (isOver || connection.readyState !== WebSocket.OPEN) return;
      if (connection.bufferedAmount > mostUnsent) end(1006);
      else connection.send(text);
    },
    expect(milliseconds, otherwise) {
      silence = milliseconds;
      onSilence = otherwise;
      arm();
    },
    close() {
      if (isOver) return;
      isOver = true;
      forget();
      // who does not answer the farewell is cut off
      forget = after(1_000, () => connection.terminate());
      connection.close(1000);
    },
  };

  connection.on('open', () => {
    if (!isOver) ears.opened?.(socket);
  });
  connection.on('message', (data, isBinary) => {
    if (isOver) return;
    arm();
    if (!isBinary) ears.text(String(data), socket);
  });
  connection.on('error', () => {});
  connection.on('close', (code) => (isOver ? forget() : end(code)));
  arm();
  return socket;
};
