/** Cuts messages that are larger than the carrier takes at once: the first byte of each part tells whether more come. */
const lastChunkFlag = 0;
const moreChunksFlag = 1;

export const splitMessage = (message: Uint8Array, largest: number): Uint8Array[] => {
  const room = largest - 1;
  const count = Math.max(1, Math.ceil(message.length / room));
  return Array.from({ length: count }, (_, index) => {
    const content = message.subarray(index * room, (index + 1) * room);
    const part = new Uint8Array(content.length + 1);
    part[0] = index === count - 1 ? lastChunkFlag : moreChunksFlag;
    part.set(content, 1);
    return part;
  });
};

/** Largest message that is put together: the largest body that a route takes, and what is said beside it. */
const maxMessageBytes = 64 * 1_048_576;
/** Messages of which parts are awaited, and the bytes of all their parts; those that were heard of longest ago are given up. */
const maxIncompleteMessages = 1_000;
const maxBufferedBytes = 4 * maxMessageBytes;

interface IncompleteMessage {
  readonly parts: Uint8Array[];
  bytes: number;
}

/**
 * Puts the parts of several messages together.
 * @returns takes a part of the message of this name, and answers the message when it was the last
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
