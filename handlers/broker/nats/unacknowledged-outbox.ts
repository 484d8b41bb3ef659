/** Messages given to the stream that it has not confirmed yet. */
interface UnacknowledgedOutbox {
  add(id: string, message: string): void;
  /** Marks a message as stored by the stream. */
  acknowledge(id: string): void;
  /** All waiting messages, oldest first. */
  readonly pendingMessages: Iterable<readonly [id: string, message: string]>;
  /** Returns how many were dropped since the last call. */
  takeDroppedCount(): number;
}

/** @param capacity the most characters that may wait; beyond that the oldest messages are dropped */
export const createUnacknowledgedOutbox = (capacity: number): UnacknowledgedOutbox => {
  const waiting = new Map<string, string>();
  let held = 0;
  let lost = 0;
  const drop = (id: string): void => {
    held -= waiting.get(id)?.length ?? 0;
    waiting.delete(id);
  };
  return {
    add(id, message) {
      waiting.set(id, message);
      held += message.length;
      for (const oldest of waiting.keys()) {
        if (held <= capacity) break;
        drop(oldest);
        lost += 1;
      }
    },
    acknowledge: drop,
    pendingMessages: waiting,
    takeDroppedCount() {
      const count = lost;
      lost = 0;
      return count;
    },
  };
};
