import { WebSocket } from 'ws';
import type { AdapterContext } from './platform-adapter.ts';

/** The maximum size of a message in bytes. */
const maxMessageBytes = 256 * 1024;
/** The maximum number of bytes that may be buffered for sending. */
const maxBufferedBytes = 64 * 1024;
/** The time in milliseconds within which the connection must open and the first message must arrive. */
const connectTimeoutMs = 15_000;

export interface WebSocketClient {
  send(text: string): void;
  /**
   * Sets how many milliseconds may pass without a message. After this time, `onTimeout` is called or, by default, the
   * connection is closed.
   */
  setSilenceTimeout(milliseconds: number, onTimeout?: () => void): void;
  /** Closes the connection. No callback is called afterwards. */
  close(): void;
}

interface WebSocketListener {
  onOpen?(socket: WebSocketClient): void;
  onText(text: string, socket: WebSocketClient): void;
  /** Called once when the connection ends or can't be opened, but not after `close` was called. */
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
  // The fragment is removed, because it is never sent and would cause an error here.
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
      // Terminates the connection if the other side doesn't complete the closing handshake.
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
