/** Splits a stream of payloads into messages: JSON records, and MessagePack messages with a length prefix. */
import { ProtocolError } from '#runtime/link/protocol-error.ts';

/** The byte that ends every JSON record of the hub protocol. */
const recordSeparator = 0x1e;

export const toRecord = (text: string): string => `${text}\x1e`;

/** A complete record without its separator, and the bytes that follow the separator. */
interface RecordAndRest {
  readonly record: string;
  readonly rest: Buffer;
}

/**
 * Creates a function that splits a stream of payloads into records, even if a record spans several payloads.
 * @param limit the maximum size of a record in bytes
 * @returns a function that receives the next bytes and returns the first complete record, if there is one. The caller
 * must pass `rest` to the function before the next payload. The function throws ProtocolError if a record exceeds the
 * limit.
 */
export const createRecordReader = (limit: number) => {
  const partial = createMessageBuffer();
  return (bytes: Buffer): RecordAndRest | undefined => {
    const end = bytes.indexOf(recordSeparator);
    const length = partial.length + (end < 0 ? bytes.length : end);
    if (length > limit) throw new ProtocolError(`A message is larger than ${limit} bytes`);
    if (end >= 0 && partial.length === 0) {
      return { record: bytes.toString('utf8', 0, end), rest: sliceRest(bytes, end) };
    }
    partial.append(end < 0 ? bytes : bytes.subarray(0, end));
    return end < 0 ? undefined : { record: partial.take().toString(), rest: sliceRest(bytes, end) };
  };
};

/** Returns the remaining bytes, which are usually empty because a client sends one record at a time. */
const sliceRest = (bytes: Buffer, end: number): Buffer =>
  end + 1 === bytes.length ? emptyBuffer : bytes.subarray(end + 1);

const emptyBuffer = Buffer.alloc(0);

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

/**
 * Creates a buffer into which chunks are copied. If the chunks were stored separately, a message that arrives byte by
 * byte would need a hundred times its size in memory.
 */
export const createMessageBuffer = () => {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    get length(): number {
      return length;
    },
    append(bytes: Buffer) {
      if (length + bytes.length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, length + bytes.length));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      length += bytes.copy(buffer, length);
    },
    /** Returns all bytes that were added, and releases them. */
    take(): Buffer {
      const message = buffer.subarray(0, length);
      buffer = Buffer.alloc(0);
      length = 0;
      return message;
    },
  };
};
