import { expect, it, test } from 'vitest';
import { createLengthPrefixDecoder, writeLengthPrefix, reservedPrefixBytes } from './framing.ts';

const createMessage = (length: number): Buffer =>
  writeLengthPrefix(Buffer.alloc(reservedPrefixBytes + length, 7));

test.each([
  [1, '01'],
  [127, '7f'],
  [128, '8001'],
  [16_383, 'ff7f'],
  [16_384, '808001'],
  [1 << 21, '80808001'],
])('prefixes a message of %i bytes with its length', (length, prefix) => {
  const bytes = createMessage(length);
  expect(bytes.subarray(0, bytes.length - length).toString('hex')).toBe(prefix);
  const [message] = createLengthPrefixDecoder(1 << 21)(bytes);
  expect(message?.equals(Buffer.alloc(length, 7))).toBe(true);
});

it('reads messages that are joined in one payload or cut anywhere', () => {
  const bytes = Buffer.concat([createMessage(1), createMessage(300), createMessage(2)]);
  for (let size = 1; size <= bytes.length; size += 1) {
    const decode = createLengthPrefixDecoder(300);
    const lengths: number[] = [];
    for (let offset = 0; offset < bytes.length; offset += size) {
      for (const { length } of decode(bytes.subarray(offset, offset + size))) lengths.push(length);
    }
    expect(lengths).toEqual([1, 300, 2]);
  }
});

test.each([
  ['00', /empty/],
  ['ad02', /larger than 300/],
  ['ffffffffff', /larger than 300/],
  ['8080808080', /is too long/],
])('rejects the length %s', (hex, reason) => {
  expect(() => [...createLengthPrefixDecoder(300)(Buffer.from(hex, 'hex'))]).toThrow(reason);
});
