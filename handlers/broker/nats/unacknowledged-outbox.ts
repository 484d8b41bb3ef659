/** Messages that were sent to the stream but have not been confirmed yet. */
interface UnacknowledgedOutbox {
  add(id: string, message: string): void;
  /** Records that the stream has stored a message. */
  acknowledge(id: string): void;
  /** All unconfirmed messages, oldest first. */
  readonly pendingMessages: Iterable<readonly [id: string, message: string]>;
  /** Returns the number of messages that were dropped since the last call. */
  takeDroppedCount(): number;
}

/**
 * @param capacity the maximum number of characters that may wait; when this number is exceeded, the oldest messages are
 * dropped
 */
export const createUnacknowledgedOutbox = (capacity: number): UnacknowledgedOutbox => {
  const waiting = new Map<string, string>();
  let waitingLength = 0;
  let droppedCount = 0;
  const drop = (id: string): void => {
    waitingLength -= waiting.get(id)?.length ?? 0;
    waiting.delete(id);
  };
  return {
    add(id, message) {
      waiting.set(id, message);
      waitingLength += message.length;
      for (const oldest of waiting.keys()) {
        if (waitingLength <= capacity) break;
        drop(oldest);
        droppedCount += 1;
      }
    },
    acknowledge: drop,
    pendingMessages: waiting,
    takeDroppedCount() {
      const count = droppedCount;
      droppedCount = 0;
      return count;
    },
  };
};
