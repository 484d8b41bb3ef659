/**
 * Encodes a JSON value as MessagePack (https://msgpack.org) in the shortest form. Values that JSON lacks are treated as
 * by JSON.stringify: `undefined` properties are omitted, and NaN and infinity become nil. A property named `__proto__`
 * is also omitted, because decoders would reject the whole message (C-101).
 * @param reserve number of bytes to leave free at the start
 */
export const encodeMessagePack = (value: unknown, reserve = 0): Buffer => {
  const writer = createByteWriter(reserve);
  writeValue(writer, value);
  return writer.finish();
};

/** Encodes bytes as a single bin value. */
export const encodeMessagePackBytes = (bytes: Uint8Array): Buffer => {
  const head = Buffer.from([0xc6, 0, 0, 0, 0]);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};

interface ByteWriter {
  byte(value: number): void;
  /** Writes a type byte followed by an unsigned integer of `size` bytes. */
  uint(typeByte: number, value: number, size: 1 | 2 | 4): void;
  /** Writes a type byte followed by a double. */
  double(typeByte: number, value: number): void;
  int64(typeByte: number, value: number): void;
  /** Writes a string of `length` bytes. */
  text(value: string, length: number): void;
  finish(): Buffer;
}

const createByteWriter = (reserve: number): ByteWriter => {
  let bytes = Buffer.allocUnsafe(512);
  let end = reserve;
  const ensureCapacity = (count: number) => {
    if (end + count <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, end + count));
    bytes.copy(larger, 0, 0, end);
    bytes = larger;
  };
  return {
    byte(value) {
      ensureCapacity(1);
      bytes[end] = value;
      end += 1;
    },
    uint(typeByte, value, size) {
      ensureCapacity(1 + size);
      bytes[end] = typeByte;
      bytes.writeUIntBE(value, end + 1, size);
      end += 1 + size;
    },
    double(typeByte, value) {
      ensureCapacity(9);
      bytes[end] = typeByte;
      end = bytes.writeDoubleBE(value, end + 1);
    },
    int64(typeByte, value) {
      ensureCapacity(9);
      bytes[end] = typeByte;
      end = bytes.writeBigInt64BE(BigInt(value), end + 1);
    },
    text(value, length) {
      ensureCapacity(length);
      end += bytes.write(value, end, length);
    },
    finish: () => bytes.subarray(0, end),
  };
};

const nilByte = 0xc0;

const writeValue = (writer: ByteWriter, value: unknown): void => {
  if (typeof value === 'string') writeString(writer, value);
  else if (typeof value === 'number') writeNumber(writer, value);
  else if (typeof value === 'boolean') writer.byte(value ? 0xc3 : 0xc2);
  else if (Array.isArray(value)) writeArray(writer, value);
  else if (typeof value === 'object' && value !== null) writeMap(writer, value);
  else writer.byte(nilByte);
};

const writeString = (writer: ByteWriter, value: string): void => {
  const length = Buffer.byteLength(value);
  if (length < 32) writer.byte(0xa0 | length);
  else if (length < 0x100) writer.uint(0xd9, length, 1);
  else if (length < 0x1_0000) writer.uint(0xda, length, 2);
  else writer.uint(0xdb, length, 4);
  writer.text(value, length);
};

const writeNumber = (writer: ByteWriter, value: number): void => {
  if (!Number.isFinite(value)) writer.byte(nilByte);
  else if (!Number.isSafeInteger(value)) writer.double(0xcb, value);
  else if (value >= 0) writeUnsignedInteger(writer, value);
  else writeNegativeInteger(writer, value);
};

const writeUnsignedInteger = (writer: ByteWriter, value: number): void => {
  if (value < 0x80) writer.byte(value);
  else if (value < 0x100) writer.uint(0xcc, value, 1);
  else if (value < 0x1_0000) writer.uint(0xcd, value, 2);
  else if (value < 0x1_0000_0000) writer.uint(0xce, value, 4);
  else writer.int64(0xd3, value);
};

/** Writes a negative integer in two's complement. */
const writeNegativeInteger = (writer: ByteWriter, value: number): void => {
  if (value >= -0x20) writer.byte(0x100 + value);
  else if (value >= -0x80) writer.uint(0xd0, 0x100 + value, 1);
  else if (value >= -0x8000) writer.uint(0xd1, 0x1_0000 + value, 2);
  else if (value >= -0x8000_0000) writer.uint(0xd2, 0x1_0000_0000 + value, 4);
  else writer.int64(0xd3, value);
};

const writeArray = (writer: ByteWriter, items: readonly unknown[]): void => {
  if (items.length < 16) writer.byte(0x90 | items.length);
  else if (items.length < 0x1_0000) writer.uint(0xdc, items.length, 2);
  else writer.uint(0xdd, items.length, 4);
  for (const item of items) writeValue(writer, item);
};

const writeMap = (writer: ByteWriter, value: object): void => {
  const map = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(map).filter((key) => map[key] !== undefined && key !== '__proto__');
  if (keys.length < 16) writer.byte(0x80 | keys.length);
  else if (keys.length < 0x1_0000) writer.uint(0xde, keys.length, 2);
  else writer.uint(0xdf, keys.length, 4);
  for (const key of keys) {
    writeString(writer, key);
    writeValue(writer, map[key]);
  }
};
