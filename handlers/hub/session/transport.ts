import { createFrame } from '../protocol/websocket-frame.ts';
import type { HubCodec } from '../protocol/hub-codec.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { HubSocket } from '../protocol/hub-socket.ts';

/** Writes the frames of a session to its client. */
export interface Transport {
  /** Returns the written bytes that the system has not accepted yet. */
  getBufferedBytes(): number;
  /** @param counted messages in the frame that belong to calls, which a stateful reconnect counts */
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
 * Beyond `unacknowledgedBytes` the oldest frames are dropped. Until they are acknowledged the transport can't replay.
 */
export const createReconnectableTransport = (
  codec: HubCodec,
  limits: HubLimits,
  first: HubSocket,
): ReconnectableTransport => {
  const stored: { readonly firstId: number; readonly lastId: number; readonly bytes: Buffer }[] = [];
  let socket: HubSocket | undefined = first;
  let nextId = 1;
  let acknowledgedId = 0;
  let keptBytes = 0;
  const giveUpOldest = () => {
    keptBytes -= stored.shift()?.bytes.length ?? 0;
  };
  const firstKeptId = () => stored[0]?.firstId ?? nextId;
  return {
    getBufferedBytes: () => socket?.getBufferedBytes() ?? 0,
    canReplay: () => firstKeptId() <= acknowledgedId + 1,
    write(bytes, counted) {
      if (counted > 0) {
        stored.push({ firstId: nextId, lastId: nextId + counted - 1, bytes });
        nextId += counted;
        keptBytes += bytes.length;
        while (keptBytes > limits.maxUnacknowledgedBytes) giveUpOldest();
      }
      socket?.write(bytes);
    },
    acknowledge(sequenceId) {
      acknowledgedId = Math.max(acknowledgedId, sequenceId);
      while (stored[0] && stored[0].lastId <= sequenceId) giveUpOldest();
    },
    detach() {
      socket = undefined;
    },
    attach(next) {
      socket = next;
      const sequenceId = firstKeptId();
      next.write(createFrame([codec.encode({ kind: 'sequence', sequenceId })], codec.format));
      for (const { bytes } of stored) next.write(bytes);
    },
  };
};
