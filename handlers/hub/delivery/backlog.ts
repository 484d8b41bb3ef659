import type { HubLimits } from '../hub-limits.ts';
import type { Transport } from '../session/transport.ts';

/** The frames that were written but have not left the process yet. They show how far the consumer is behind. */
export interface Backlog {
  addWritten(messages: number, bytes: number): void;
  /** Whether all frames have left the process. */
  isEmpty(): boolean;
  /** Whether the backlog is so large that the consumer counts as slow. */
  isOverLimit(): boolean;
  /** Whether the backlog takes too much memory to keep waiting for the consumer. */
  isOverHardLimit(): boolean;
}

/** A backlog may grow to this many times its byte limit while the consumer still has time to catch up. */
const hardLimitFactor = 2;

export const createBacklog = (transport: Transport, limits: HubLimits): Backlog => {
  const unsent: { readonly end: number; readonly messages: number }[] = [];
  let writtenBytes = 0;
  let messages = 0;
  const removeSent = () => {
    const sent = writtenBytes - transport.getBufferedBytes();
    while (unsent[0] && unsent[0].end <= sent) {
      messages -= unsent[0].messages;
      unsent.shift();
    }
  };
  return {
    addWritten(count, bytes) {
      writtenBytes += bytes;
      if (unsent.length === 0 && transport.getBufferedBytes() === 0) return;
      unsent.push({ end: writtenBytes, messages: count });
      messages += count;
      removeSent();
    },
    isEmpty() {
      removeSent();
      return unsent.length === 0;
    },
    isOverLimit() {
      if (unsent.length === 0) return false;
      removeSent();
      return messages > limits.backlogMessages || transport.getBufferedBytes() > limits.backlogBytes;
    },
    isOverHardLimit: () => transport.getBufferedBytes() > hardLimitFactor * limits.backlogBytes,
  };
};
