/** The part of an incomplete message that has been received. */
interface MessageBuffer {
  readonly length: number;
  append(bytes: Buffer): void;
  /** Returns all bytes that were added, and releases them. */
  take(): Buffer;
}

/**
 * Creates a buffer into which chunks are copied. If the chunks were stored separately, a message that arrives byte by
 * byte would need a hundred times its size in memory.
 */
export const createMessageBuffer = (): MessageBuffer => {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(bytes) {
      if (length + bytes.length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, length + bytes.length));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      length += bytes.copy(buffer, length);
    },
    take() {
      const message = buffer.subarray(0, length);
      buffer = Buffer.alloc(0);
      length = 0;
      return message;
    },
  };
};
