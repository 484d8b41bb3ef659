import { createFrame } from '../protocol/websocket-frame.ts';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { HubLimits } from '../hub-limits.ts';
import type { HubCodec } from '../protocol/hub-codec.ts';

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

/** Writes a session's frames to its client. */
export interface Transport {
  /** Returns the number of written bytes that the system has not accepted yet. */
  getBufferedBytes(): number;
  /** @param counted the number of messages in the frame that belong to calls, which a stateful reconnect counts */
  write(frame: Buffer, counted: number): void;
}

/** Creates a transport that ends when its socket ends. */
export const createSocketTransport = ({ getBufferedBytes, write }: HubSocket): Transport => ({
  getBufferedBytes,
  write,
});

/** A transport that continues on another socket when its socket is lost, and sends unacknowledged messages again. */
interface ReconnectableTransport extends Transport {
  /** Whether all unacknowledged messages can still be sent again. */
  canReplay(): boolean;
  /** Called when the client has received all counted messages up to this one. */
  acknowledge(sequenceId: number): void;
  /** Detaches the socket. Until another socket is attached, frames are only stored. */
  detach(): void;
  attach(socket: HubSocket): void;
}

/**
 * Creates a transport that drops the oldest frames when the stored frames exceed `maxUnacknowledgedBytes`. The
 * transport can't replay until the dropped frames have been acknowledged.
 */
export const createReconnectableTransport = (
  codec: HubCodec,
  limits: HubLimits,
  first: HubSocket,
): ReconnectableTransport => {
  const unacknowledged: { readonly firstId: number; readonly lastId: number; readonly bytes: Buffer }[] = [];
  let socket: HubSocket | undefined = first;
  let nextId = 1;
  let acknowledgedId = 0;
  let storedBytes = 0;
  const dropOldest = () => {
    storedBytes -= unacknowledged.shift()?.bytes.length ?? 0;
  };
  const getFirstStoredId = () => unacknowledged[0]?.firstId ?? nextId;
  return {
    getBufferedBytes: () => socket?.getBufferedBytes() ?? 0,
    canReplay: () => getFirstStoredId() <= acknowledgedId + 1,
    write(bytes, counted) {
      if (counted > 0) {
        unacknowledged.push({ firstId: nextId, lastId: nextId + counted - 1, bytes });
        nextId += counted;
        storedBytes += bytes.length;
        while (storedBytes > limits.maxUnacknowledgedBytes) dropOldest();
      }
      socket?.write(bytes);
    },
    acknowledge(sequenceId) {
      acknowledgedId = Math.max(acknowledgedId, sequenceId);
      while (unacknowledged[0] && unacknowledged[0].lastId <= sequenceId) dropOldest();
    },
    detach() {
      socket = undefined;
    },
    attach(next) {
      socket = next;
      const sequenceId = getFirstStoredId();
      next.write(createFrame([codec.encode({ kind: 'sequence', sequenceId })], codec.format));
      for (const { bytes } of unacknowledged) next.write(bytes);
    },
  };
};
