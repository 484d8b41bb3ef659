import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { createMessageBuffer } from './message-buffer.ts';

/** The maximum number of bytes in a length, each of which holds 7 bits. */
const maxPrefixBytes = 5;

/** The number of bytes to reserve before a message for `writeLengthPrefix`. */
export const reservedPrefixBytes = maxPrefixBytes;

/** Writes the length of a message into the reserved bytes before the message, with the least significant bits first. */
export const writeLengthPrefix = (bytes: Buffer): Buffer => {
  let remaining = bytes.length - reservedPrefixBytes;
  const prefix: number[] = [];
  do {
    prefix.push((remaining % 0x80) | (remaining < 0x80 ? 0 : 0x80));
    remaining = Math.floor(remaining / 0x80);
  } while (remaining > 0);
  const start = reservedPrefixBytes - prefix.length;
  bytes.set(prefix, start);
  return bytes.subarray(start);
};

/**
 * Creates a function that splits a stream of payloads into messages by their length prefixes, even if a message spans
 * several payloads.
 * @param limit the maximum size of a message in bytes
 * @returns a function that yields the messages that the next payload completes; iterating over them throws
 * ProtocolError if the bytes are invalid
 */
export const createLengthPrefixDecoder = (limit: number) => {
  let prefixBytes = 0;
  let length = 0;
  let missing = 0;
  const partial = createMessageBuffer();

  /** @returns whether the length is now complete */
  const readPrefixByte = (byte: number): boolean => {
    length += (byte & 0x7f) * 0x80 ** prefixBytes;
    prefixBytes += 1;
    if (byte >= 0x80 && prefixBytes === maxPrefixBytes)
      throw new ProtocolError('A length prefix is too long');
    if (length > limit) throw new ProtocolError(`A message is larger than ${limit} bytes`);
    return byte < 0x80;
  };

  return function* (payload: Buffer): Generator<Buffer> {
    let offset = 0;
    while (offset < payload.length) {
      if (missing === 0) {
        // biome-ignore lint/style/noNonNullAssertion: the loop stays within the payload
        const isComplete = readPrefixByte(payload[offset]!);
        offset += 1;
        if (!isComplete) continue;
        if (length === 0) throw new ProtocolError('A message is empty');
        missing = length;
      }
      const chunk = payload.subarray(offset, offset + missing);
      offset += chunk.length;
      missing -= chunk.length;
      const isWhole = partial.length === 0 && missing === 0;
      if (!isWhole) partial.append(chunk);
      if (missing > 0) continue;
      prefixBytes = 0;
      length = 0;
      yield isWhole ? chunk : partial.take();
    }
  };
};
