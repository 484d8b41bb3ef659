/** What was given to the stream and is not known to be in it. */
interface UnacknowledgedOutbox {
  add(id: string, message: string): void;
  /** The stream has it. */
  acknowledge(id: string): void;
  /** All that waits, oldest first. */
  readonly pendingMessages: Iterable<readonly [id: string, message: string]>;
  /** How many gave way since this was asked last. */
  takeDroppedCount(): number;
}

/** @param room characters that may wait; the oldest messages give way */
export const createUnacknowledgedOutbox = (room: number): UnacknowledgedOutbox => {
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
        if (held <= room) break;
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
