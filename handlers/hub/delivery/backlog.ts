import type { HubLimits } from '../hub-limits.ts';
import type { Transport } from '../session/transport.ts';

/** Frames that were written but have not left the process: how far the consumer is behind. */
export interface Backlog {
  addWritten(messages: number, bytes: number): void;
  /** Whether everything has left the process. */
  isEmpty(): boolean;
  /** Whether the consumer is slow. */
  isOverLimit(): boolean;
  /** Whether waiting for the consumer would take too much memory. */
  isOverHardLimit(): boolean;
}

/** A backlog may grow to this many times its byte limit while the consumer still has time to catch up. */
const hardLimitFactor = 2;

export const createBacklog = (line: Transport, limits: HubLimits): Backlog => {
  const unsent: { readonly end: number; readonly messages: number }[] = [];
  let written = 0;
  let messages = 0;
  const settle = () => {
    const sent = written - line.getBufferedBytes();
    while (unsent[0] && unsent[0].end <= sent) {
      messages -= unsent[0].messages;
      unsent.shift();
    }
  };
  return {
    addWritten(count, bytes) {
      written += bytes;
      if (unsent.length === 0 && line.getBufferedBytes() === 0) return;
      unsent.push({ end: written, messages: count });
      messages += count;
      settle();
    },
    isEmpty() {
      settle();
      return unsent.length === 0;
    },
    isOverLimit() {
      if (unsent.length === 0) return false;
      settle();
      return messages > limits.backlogMessages || line.getBufferedBytes() > limits.backlogBytes;
    },
    isOverHardLimit: () => line.getBufferedBytes() > hardLimitFactor * limits.backlogBytes,
  };
};
