/**
 * Splits messages that are too large for the broker into chunks. The first byte of each chunk indicates whether more chunks
 * follow.
 */
const lastChunkFlag = 0;
const moreChunksFlag = 1;

export const splitMessage = (message: Uint8Array, maxBytes: number): Uint8Array[] => {
  const capacity = maxBytes - 1;
  const count = Math.max(1, Math.ceil(message.length / capacity));
  return Array.from({ length: count }, (_, index) => {
    const content = message.subarray(index * capacity, (index + 1) * capacity);
    const chunk = new Uint8Array(content.length + 1);
    chunk[0] = index === count - 1 ? lastChunkFlag : moreChunksFlag;
    chunk.set(content, 1);
    return chunk;
  });
};

/** The largest size of a reassembled message in bytes, which allows for the largest request body and its metadata. */
const maxMessageBytes = 64 * 1_048_576;
/**
 * Limits for incomplete messages: their number, and the total bytes of their chunks. The least recently updated
 * messages are dropped.
 */
const maxIncompleteMessages = 1_000;
const maxBufferedBytes = 4 * maxMessageBytes;

interface IncompleteMessage {
  readonly chunks: Uint8Array[];
  bytes: number;
}

/**
 * Creates a function that reassembles messages from their chunks.
 * @returns a function that accepts a chunk of the named message, and returns the whole message after its last chunk
 */
export const createChunkAssembler = (): ((name: string, chunk: Uint8Array) => Buffer | undefined) => {
  const incomplete = new Map<string, IncompleteMessage>();
  let bufferedBytes = 0;
  const remove = (name: string): IncompleteMessage | undefined => {
    const message = incomplete.get(name);
    incomplete.delete(name);
    bufferedBytes -= message?.bytes ?? 0;
    return message;
  };
  return (name, chunk) => {
    const message = remove(name) ?? { chunks: [], bytes: 0 };
    message.chunks.push(chunk.subarray(1));
    message.bytes += chunk.length - 1;
    if (message.bytes > maxMessageBytes) return undefined;
    if (chunk[0] !== moreChunksFlag) return Buffer.concat(message.chunks);
    incomplete.set(name, message);
    bufferedBytes += message.bytes;
    for (const oldest of incomplete.keys()) {
      if (incomplete.size <= maxIncompleteMessages && bufferedBytes <= maxBufferedBytes) break;
      remove(oldest);
    }
    return undefined;
  };
};
