import { createFrame } from '../protocol/websocket-frame.ts';
import type { HubCodec } from '../protocol/hub-codec.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { HubSocket } from '../protocol/hub-socket.ts';

/** Writes the frames of a session to its client. */
export interface Transport {
  /** Returns the written bytes that the system has not accepted yet. */
  getBufferedBytes(): number;
  /** @param counted how many messages in the frame belong to calls, which a stateful reconnect counts */
  write(frame: Buffer, counted: number): void;
}

/** Creates a transport that ends with its socket. */
export const createSocketTransport = ({ getBufferedBytes, write }: HubSocket): Transport => ({
  getBufferedBytes,
  write,
});

/** A transport that continues over another socket when one is lost, and sends unacknowledged messages again. */
interface ReconnectableTransport extends Transport {
  /** Whether all unacknowledged messages can still be sent again. */
  canReplay(): boolean;
  /** The client has received the counted messages up to this one. */
  acknowledge(sequenceId: number): void;
  /** Until another socket is attached, frames are only stored. */
  detach(): void;
  attach(socket: HubSocket): void;
}

/**
 * Beyond `maxUnacknowledgedBytes` the oldest frames are dropped. The transport can't replay until they are
 * acknowledged.
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
