import { ProtocolError } from '../protocol-error.ts';

/** Reads bytes in order. Throws a ProtocolError when reading beyond the end. */
export interface ByteReader {
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

export const createByteReader = (bytes: Buffer): ByteReader => {
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
    // biome-ignore lint/style/noNonNullAssertion: one more is left
    byte: () => bytes[skip(1)]!,
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
