import { getPayload } from '../hub/protocol/websocket-frame.ts';
import type { HubSocket } from '../hub/session/transport.ts';
import type { HostSocket, ToldSocket } from './api.ts';

/** Creates a hub socket from functions that send and close, such as those of a Bun socket or a `MessagePort`. */
export const createHostSocket = ({ send, close }: Pick<HostSocket, 'send' | 'close'>): ToldSocket => {
  const listeners: { type: string; listener: (event: { readonly data: unknown }) => void }[] = [];
  const dispatch = (eventType: string, data?: unknown): void => {
    for (const { type, listener } of listeners) if (type === eventType) listener({ data });
  };
  return {
    send,
    close,
    addEventListener: (type: string, listener: (event: { readonly data: unknown }) => void) =>
      void listeners.push({ type, listener }),
    came: (data) => dispatch('message', data),
    closed: () => dispatch('close'),
  };
};

const utf8 = new TextEncoder();

/** Returns a payload as bytes, or `undefined` for data that no hub client sends. */
const toPayloadBytes = (data: unknown): Uint8Array | undefined => {
  if (typeof data === 'string') return utf8.encode(data);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : undefined;
};

const normalClosure = 1000;
const messageTooBig = 1009;
/** The maximum number of bytes that are held back while the hub has paused the socket. */
const maxPausedBytes = 16_777_216;

/**
 * Wraps a host's socket, which can't be paused. While the hub has paused reading, the wrapper holds received data, and
 * disconnects a client that sends too much.
 */
export const createHostHubSocket = (socket: HostSocket): HubSocket => {
  let waiting: Buffer[] | undefined;
  let waitingBytes = 0;
  let isClosed = false;
  let payloadListener: (payload: Buffer) => void = () => {};
  let closeListener = (): void => {};

  const handleClosed = (): void => {
    if (isClosed) return;
    isClosed = true;
    closeListener();
  };
  const end = (code: number): void => {
    try {
      socket.close(code);
    } catch {
      // a socket that is gone already has nothing to close
    }
  };
  if (socket.binaryType !== undefined) socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }) => {
    const bytes = toPayloadBytes(data);
    if (!bytes) return end(normalClosure);
    const payload = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (!waiting) return payloadListener(payload);
    waitingBytes += payload.length;
    if (waitingBytes > maxPausedBytes) end(messageTooBig);
    else waiting.push(payload);
  });
  socket.addEventListener('close', handleClosed);
  socket.addEventListener('error', handleClosed);

  return {
    getBufferedBytes: () => socket.bufferedAmount ?? 0,
    write(frame) {
      if (isClosed) return;
      try {
        socket.send(getPayload(frame));
      } catch {
        handleClosed();
      }
    },
    close: end,
    terminate() {
      end(normalClosure);
      handleClosed();
    },
    pause() {
      waiting ??= [];
    },
    resume() {
      const queued = waiting ?? [];
      waiting = undefined;
      waitingBytes = 0;
      for (const payload of queued) payloadListener(payload);
    },
    onPayload(listener) {
      payloadListener = listener;
    },
    onClose(listener) {
      closeListener = listener;
    },
  };
};
