import type { HubLimits } from '../hub-limits.ts';
import type { Transport } from '../session/transport.ts';

/** What was written to a line and has not left the process: how far its consumer lags. */
export interface Backlog {
  addWritten(messages: number, bytes: number): void;
  /** Whether everything has left. */
  isEmpty(): boolean;
  /** Whether the consumer lags past the mark. */
  isOverLimit(): boolean;
  /** Whether it lags so far that waiting for it would cost too much memory. */
  isOverHardLimit(): boolean;
}

/** How often over the mark in bytes a backlog may grow while the consumer still has time to catch up. */
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
