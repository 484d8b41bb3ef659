import { WebSocket } from 'ws';
import type { AdapterContext } from './adapter-context.ts';

/** Maximum bytes of a message. */
const maxMessageBytes = 256 * 1024;
/** Maximum bytes that may be buffered for sending. */
const maxBufferedBytes = 64 * 1024;
/** Milliseconds within which the connection must open and the first message arrive. */
const connectTimeoutMs = 15_000;

export interface WebSocketClient {
  send(text: string): void;
  /** After this many milliseconds without a message, calls `onTimeout` or, by default, closes the connection. */
  setSilenceTimeout(milliseconds: number, onTimeout?: () => void): void;
  /** Closes the connection. Afterwards no callback is called. */
  close(): void;
}

interface WebSocketListener {
  onOpen?(socket: WebSocketClient): void;
  onText(text: string, socket: WebSocketClient): void;
  /** Called once when the connection ends or can't be opened, but not after `close`. */
  onClose(code: number): void;
}

/** Opens a WebSocket to an address from the settings. The default silence timeout is 15 seconds. */
export const openWebSocket = (
  url: string,
  { after }: AdapterContext,
  listener: WebSocketListener,
): WebSocketClient => {
  let isClosed = false;
  let silence = connectTimeoutMs;
  let onSilence: (() => void) | undefined;
  let cancelTimer = (): void => {};
  const address = new URL(url);
  // The fragment is never sent, and would cause an error.
  address.hash = '';
  const connection = new WebSocket(address, {
    ...{ maxPayload: maxMessageBytes, handshakeTimeout: connectTimeoutMs },
    ...{ followRedirects: false, perMessageDeflate: false },
  });

  const end = (code: number): void => {
    if (isClosed) return;
    isClosed = true;
    cancelTimer();
    connection.terminate();
    listener.onClose(code);
  };
  const restartSilenceTimer = (): void => {
    cancelTimer();
    cancelTimer = after(silence, () => (onSilence ?? (() => end(1006)))());
  };

  const socket: WebSocketClient = {
    send(text) {
      if (isClosed || connection.readyState !== WebSocket.OPEN) return;
      if (connection.bufferedAmount > maxBufferedBytes) end(1006);
      else connection.send(text);
    },
    setSilenceTimeout(milliseconds, onTimeout) {
      silence = milliseconds;
      onSilence = onTimeout;
      restartSilenceTimer();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      cancelTimer();
      // Terminates the connection if the peer doesn't complete the closing handshake.
      cancelTimer = after(1_000, () => connection.terminate());
      connection.close(1000);
    },
  };

  connection.on('open', () => {
    if (!isClosed) listener.onOpen?.(socket);
  });
  connection.on('message', (data, isBinary) => {
    if (isClosed) return;
    restartSilenceTimer();
    if (!isBinary) listener.onText(String(data), socket);
  });
  connection.on('error', () => {});
  connection.on('close', (code) => (isClosed ? cancelTimer() : end(code)));
  restartSilenceTimer();
  return socket;
};
