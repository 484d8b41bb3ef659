import { linkCloseCodes } from '#spec/runtime-link/errors.ts';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';

export interface TransportListener {
  /** Called with the text or bytes of each message. */
  onMessage(content: string | Buffer): void;
  /** Called for any sign of life other than a message. */
  onActivity(): void;
  /** Called when most of the buffered data has been sent. */
  onDrain(): void;
  onClose(code: number, reason: string): void;
}

/** A connection between controller and runtime, which delivers messages whole and in order. */
export interface LinkTransport {
  send(content: string | Uint8Array): void;
  /** Number of bytes that are waiting to be sent. */
  readonly bufferedBytes: number;
  /** Absent on hosts that can neither send nor see pings. */
  ping?(): void;
  /** Stops reading until `resume` is called. Data that has already been read may still be delivered. */
  pause(): void;
  resume(): void;
  /** Closes the connection. Afterwards, only `onClose` is called. */
  close(code: number, reason: string): void;
  listen(listener: TransportListener): void;
}

/** Maximum bytes of the reason in a WebSocket close frame (RFC 6455, section 5.5). */
const maxReasonBytes = 123;

/** Maximum time, in milliseconds, for the peer to complete a close. */
const closeTimeoutMs = 2_000;

/**
 * Maximum size of a batch in bytes, which a batch may slightly exceed. Messages of one event-loop turn are written
 * together, because the write call takes most of the time for a short message.
 */
const maxBatchBytes = 65_536;

/**
 * Creates a transport over an open WebSocket.
 * @param stream the stream to which the WebSocket writes
 */
export const createWebSocketTransport = (socket: WebSocket, stream: Duplex): LinkTransport => {
  let isBackedUp = false;
  let scheduledFlush: NodeJS.Immediate | undefined;
  const flush = (): void => {
    if (!scheduledFlush) return;
    clearImmediate(scheduledFlush);
    scheduledFlush = undefined;
    stream.uncork();
  };
  let listener: TransportListener | undefined;
  const handleSent = (): void => {
    if (!isBackedUp || socket.bufferedAmount > linkLimits.waitingBytes / 2) return;
    isBackedUp = false;
    listener?.onDrain();
  };
  return {
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    send(content) {
      if (socket.readyState !== socket.OPEN) return;
      if (!scheduledFlush) {
        stream.cork();
        scheduledFlush = setImmediate(flush);
      }
      socket.send(content, handleSent);
      if (socket.bufferedAmount > maxBatchBytes) flush();
      if (socket.bufferedAmount > linkLimits.waitingBytes) isBackedUp = true;
    },
    ping() {
      if (socket.readyState === socket.OPEN) socket.ping();
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close(code, reason) {
      socket.close(code, truncateReason(reason));
      // Messages are written immediately here, because the process may exit before the next turn.
      flush();
      const closeTimer = setTimeout(() => socket.terminate(), closeTimeoutMs);
      socket.once('close', () => clearTimeout(closeTimer));
    },
    listen(next) {
      listener = next;
      socket.on('message', (data: RawData, isBinary: boolean) =>
        next.onMessage(isBinary ? (data as Buffer) : (data as Buffer).toString()),
      );
      socket.on('ping', () => next.onActivity());
      socket.on('pong', () => next.onActivity());
      // There is no need to close the socket here: ws closes it when the peer does, or after half a minute.
      socket.on('error', ({ message }) => next.onClose(linkCloseCodes.breach, message));
      socket.once('close', (code: number, reason: Buffer) => next.onClose(code, reason.toString()));
    },
  };
};

const truncateReason = (reason: string): string => {
  const bytes = Buffer.from(reason);
  return bytes.length <= maxReasonBytes
    ? reason
    : `${bytes
        .subarray(0, maxReasonBytes - 3)
        .toString()
        .replace(/\uFFFD$/, '')}…`;
};
