import { ProtocolError } from '../protocol-error.ts';

/** Maximum nesting depth: more than any message needs, and far less than the stack allows. */
const maxDepth = 128;

/**
 * Decodes a MessagePack value to the equivalent JSON value. Map keys and timestamps become strings.
 * @throws ProtocolError unless the bytes contain exactly one value that JSON can represent
 */
export const decodeMessagePack = (bytes: Buffer): unknown => {
  const reader = createByteReader(bytes);
  const value = readValue(reader, 0);
  if (reader.remaining > 0) throw new ProtocolError('A message is followed by extra bytes');
  return value;
};

/** The number of bytes in the length of a bin value, by its type byte. */
const binLengthSizes: Readonly<Record<number, 1 | 2 | 4>> = { 196: 1, 197: 2, 198: 4 };

/**
 * Decodes a message that is a single bin value.
 * @returns the bytes, or `undefined` if the message starts with a value of another type
 * @throws ProtocolError unless the value ends with the message
 */
export const decodeMessagePackBytes = (message: Buffer): Buffer | undefined => {
  const size = binLengthSizes[message[0] ?? 0];
  if (size === undefined) return undefined;
  const reader = createByteReader(message.subarray(1));
  const bytes = reader.bytes(reader.uint(size));
  if (reader.remaining > 0) throw new ProtocolError('A message is followed by extra bytes');
  return bytes;
};

const readValue = (reader: ByteReader, depth: number): unknown => {
  if (depth > maxDepth) throw new ProtocolError(`A message is nested more than ${maxDepth} deep`);
  const typeByte = reader.byte();
  if (typeByte < 0x80) return typeByte;
  if (typeByte >= 0xe0) return typeByte - 0x100;
  if (typeByte < 0x90) return readMap(reader, typeByte & 0x0f, depth);
  if (typeByte < 0xa0) return readArray(reader, typeByte & 0x0f, depth);
  if (typeByte < 0xc0) return reader.text(typeByte & 0x1f);
  switch (typeByte) {
    case 0xc0:
      return null;
    case 0xc2:
      return false;
    case 0xc3:
      return true;
    case 0xca:
      return reader.float();
    case 0xcb:
      return reader.double();
    case 0xcc:
      return reader.uint(1);
    case 0xcd:
      return reader.uint(2);
    case 0xce:
      return reader.uint(4);
    case 0xcf:
      return Number(reader.uint64());
    case 0xd0:
      return reader.int(1);
    case 0xd1:
      return reader.int(2);
    case 0xd2:
      return reader.int(4);
    case 0xd3:
      return Number(reader.int64());
    case 0xd6:
      return readExtension(reader, 4);
    case 0xd7:
      return readExtension(reader, 8);
    case 0xc7:
      return readExtension(reader, reader.uint(1));
    case 0xd9:
      return reader.text(reader.uint(1));
    case 0xda:
      return reader.text(reader.uint(2));
    case 0xdb:
      return reader.text(reader.uint(4));
    case 0xdc:
      return readArray(reader, reader.uint(2), depth);
    case 0xdd:
      return readArray(reader, reader.uint(4), depth);
    case 0xde:
      return readMap(reader, reader.uint(2), depth);
    case 0xdf:
      return readMap(reader, reader.uint(4), depth);
    default:
      throw new ProtocolError('A message holds a value that JSON cannot represent, such as raw bytes');
  }
};

const readArray = (reader: ByteReader, count: number, depth: number): unknown[] => {
  reader.requireBytes(count);
  const items: unknown[] = [];
  for (let index = 0; index < count; index += 1) items.push(readValue(reader, depth + 1));
  return items;
};

/** Behaves like JSON.parse: the last of several equal keys wins, and no key affects the prototype. */
const readMap = (reader: ByteReader, count: number, depth: number): Record<string, unknown> => {
  reader.requireBytes(2 * count);
  const map: Record<string, unknown> = {};
  for (let index = 0; index < count; index += 1) {
    const key = readKey(reader, depth + 1);
    const value = readValue(reader, depth + 1);
    if (key === '__proto__') Object.defineProperty(map, key, { ...ownPropertyAttributes, value });
    else map[key] = value;
  }
  return map;
};

const ownPropertyAttributes = { enumerable: true, configurable: true, writable: true } as const;

const readKey = (reader: ByteReader, depth: number): string => {
  const key = readValue(reader, depth);
  if (typeof key === 'string' || typeof key === 'number') return String(key);
  throw new ProtocolError('A key is a string or a number');
};

const readExtension = (reader: ByteReader, length: number): string => {
  const type = reader.int(1);
  const text = type === -1 ? decodeTimestamp(reader.bytes(length)) : undefined;
  if (text === undefined) throw new ProtocolError('A message holds an extension other than a timestamp');
  return text;
};

/** Reads bytes in order. Throws a ProtocolError when reading beyond the end. */
interface ByteReader {
  readonly remaining: number;
  /** Checks that at least `count` bytes are left. Call this method before allocating memory for these bytes. */
  requireBytes(count: number): void;
  byte(): number;
  uint(size: 1 | 2 | 4): number;
  int(size: 1 | 2 | 4): number;
  uint64(): bigint;
  int64(): bigint;
  float(): number;
  double(): number;
  text(length: number): string;
  bytes(length: number): Buffer;
}

const createByteReader = (bytes: Buffer): ByteReader => {
  let offset = 0;
  const expect = (count: number) => {
    if (count > bytes.length - offset) throw new ProtocolError('A message ends in the middle of a value');
  };
  const skip = (count: number): number => {
    expect(count);
    offset += count;
    return offset - count;
  };
  return {
    get remaining() {
      return bytes.length - offset;
    },
    requireBytes: expect,
    byte: () => bytes[skip(1)] ?? 0,
    uint: (size) => bytes.readUIntBE(skip(size), size),
    int: (size) => bytes.readIntBE(skip(size), size),
    uint64: () => bytes.readBigUInt64BE(skip(8)),
    int64: () => bytes.readBigInt64BE(skip(8)),
    float: () => bytes.readFloatBE(skip(4)),
    double: () => bytes.readDoubleBE(skip(8)),
    text(length) {
      const from = skip(length);
      return bytes.toString('utf8', from, from + length);
    },
    bytes(length) {
      const from = skip(length);
      return bytes.subarray(from, from + length);
    },
  };
};

/**
 * Decodes a MessagePack timestamp to an ISO date string, as used in JSON. Returns `undefined` when the timestamp is out
 * of range.
 */
const decodeTimestamp = (bytes: Buffer): string | undefined => {
  const milliseconds = decodeMilliseconds(bytes);
  const date = new Date(milliseconds ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

const decodeMilliseconds = (bytes: Buffer): number | undefined => {
  switch (bytes.length) {
    case 4:
      return bytes.readUInt32BE() * 1000;
    case 8: {
      // The high 30 bits contain the nanoseconds, the low 34 bits the seconds.
      const packed = bytes.readBigUInt64BE();
      return Number(packed & 0x3_ffff_ffffn) * 1000 + Number(packed >> 34n) / 1e6;
    }
    case 12:
      return Number(bytes.readBigInt64BE(4)) * 1000 + bytes.readUInt32BE() / 1e6;
    default:
      return undefined;
  }
};
