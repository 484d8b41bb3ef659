import { createFrame } from '../protocol/websocket-frame.ts';
import type { HubCodec } from '../protocol/hub-codec.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { HubSocket } from '../protocol/hub-socket.ts';

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
