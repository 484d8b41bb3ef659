/** Splits messages that are too large for the broker. The first byte of each part says whether more follow. */
const lastChunkFlag = 0;
const moreChunksFlag = 1;

export const splitMessage = (message: Uint8Array, largest: number): Uint8Array[] => {
  const capacity = largest - 1;
  const count = Math.max(1, Math.ceil(message.length / capacity));
  return Array.from({ length: count }, (_, index) => {
    const content = message.subarray(index * capacity, (index + 1) * capacity);
    const part = new Uint8Array(content.length + 1);
    part[0] = index === count - 1 ? lastChunkFlag : moreChunksFlag;
    part.set(content, 1);
    return part;
  });
};

/** Largest reassembled message: the largest request body and its metadata. */
const maxMessageBytes = 64 * 1_048_576;
/**
 * Limits of incomplete messages: their number, and the bytes of all their parts. The least recently updated are
 * dropped.
 */
const maxIncompleteMessages = 1_000;
const maxBufferedBytes = 4 * maxMessageBytes;

interface IncompleteMessage {
  readonly parts: Uint8Array[];
  bytes: number;
}

/**
 * Reassembles messages from their parts.
 * @returns a function that takes a part of the named message, and returns the message after its last part
 */
export const createChunkAssembler = (): ((name: string, part: Uint8Array) => Buffer | undefined) => {
  const open = new Map<string, IncompleteMessage>();
  let held = 0;
  const letGo = (name: string): IncompleteMessage | undefined => {
    const own = open.get(name);
    open.delete(name);
    held -= own?.bytes ?? 0;
    return own;
  };
  return (name, part) => {
    const own = letGo(name) ?? { parts: [], bytes: 0 };
    own.parts.push(part.subarray(1));
    own.bytes += part.length - 1;
    if (own.bytes > maxMessageBytes) return undefined;
    if (part[0] !== moreChunksFlag) return Buffer.concat(own.parts);
    open.set(name, own);
    held += own.bytes;
    for (const oldest of open.keys()) {
      if (open.size <= maxIncompleteMessages && held <= maxBufferedBytes) break;
      letGo(oldest);
    }
    return undefined;
  };
};
