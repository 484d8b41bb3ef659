import type { HubLimits } from '../limits.ts';
import type { Line } from '../session/line.ts';

/** What was written to a line and has not left the process: how far its consumer lags. */
export interface Backlog {
  wrote(messages: number, bytes: number): void;
  /** Whether everything has left. */
  isEmpty(): boolean;
  /** Whether the consumer lags past the mark. */
  over(): boolean;
  /** Whether it lags so far that waiting for it would cost too much memory. */
  hopeless(): boolean;
}

/** How often over the mark in bytes a backlog may grow while the consumer still has time to catch up. */
const hopelessFactor = 2;

export const createBacklog = (line: Line, limits: HubLimits): Backlog => {
  const unsent: { readonly end: number; readonly messages: number }[] = [];
  let written = 0;
  let messages = 0;
  const settle = () => {
    const sent = written - line.buffered();
    while (unsent[0] && unsent[0].end <= sent) {
      messages -= unsent[0].messages;
      unsent.shift();
    }
  };
  return {
    wrote(count, bytes) {
      written += bytes;
      if (unsent.length === 0 && line.buffered() === 0) return;
      unsent.push({ end: written, messages: count });
      messages += count;
      settle();
    },
    isEmpty() {
      settle();
      return unsent.length === 0;
    },
    over() {
      if (unsent.length === 0) return false;
      settle();
      return messages > limits.backlogMessages || line.buffered() > limits.backlogBytes;
    },
    hopeless: () => line.buffered() > hopelessFactor * limits.backlogBytes,
  };
};
