/** The received part of an incomplete message. */
interface MessageBuffer {
  readonly length: number;
  append(bytes: Buffer): void;
  /** Returns everything that was added and releases it. */
  take(): Buffer;
}

/**
 * Pieces are copied into one buffer: stored separately, a message that arrives byte by byte would take a hundred times
 * its size.
 */
export const createMessageBuffer = (): MessageBuffer => {
  let room = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(bytes) {
      if (length + bytes.length > room.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * room.length, length + bytes.length));
        room.copy(larger, 0, 0, length);
        room = larger;
      }
      length += bytes.copy(room, length);
    },
    take() {
      const gathered = room.subarray(0, length);
      room = Buffer.alloc(0);
      length = 0;
      return gathered;
    },
  };
};
