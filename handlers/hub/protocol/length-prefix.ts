import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { createMessageBuffer } from './message-buffer.ts';

/** A length has at most this many bytes of 7 bits each. */
const maxPrefixBytes = 5;

/** Bytes to reserve in front of a message for `writeLengthPrefix`. */
export const reservedPrefixBytes = maxPrefixBytes;

/** Writes the length of a message, least significant bits first, into the reserved bytes in front of it. */
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
 * Splits a stream of payloads into messages by their length prefixes, wherever the payloads are cut.
 * @param limit largest message in bytes
 * @returns a function that yields the messages that the next payload completes; iterating it throws ProtocolError
 */
export const createLengthPrefixDecoder = (limit: number) => {
  let prefixBytes = 0;
  let length = 0;
  let missing = 0;
  const partial = createMessageBuffer();

  /** @returns whether the length is complete */
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
