/** The beginning of a message, of which the rest is on its way. */
interface MessageBuffer {
  readonly length: number;
  append(bytes: Buffer): void;
  /** Everything that was added, which is then let go of. */
  take(): Buffer;
}

/** Pieces are put into one place: kept apart, a message that comes byte by byte would take a hundred times its size. */
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
