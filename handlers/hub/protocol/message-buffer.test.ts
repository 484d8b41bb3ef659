import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, test } from 'vitest';
import { createMessageBuffer } from './message-buffer.ts';
import { createLengthPrefixDecoder } from './length-prefix.ts';
import { createRecordReader } from './json-records.ts';

it('returns what was added, in order, and starts again', () => {
  const gatherer = createMessageBuffer();
  for (const round of ['a', 'b']) {
    const pieces = Array.from({ length: 1_000 }, (_, index) => `${round}${index}`);
    for (const piece of pieces) gatherer.append(Buffer.from(piece));
    expect(gatherer.length).toBe(pieces.join('').length);
    expect(gatherer.take().toString()).toBe(pieces.join(''));
    expect(gatherer.length).toBe(0);
  }
});

const size = 1 << 20;

/** Measures the memory in use after a garbage collection. */
const measureMemoryInUse = (): number => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Takes bytes and returns the length of the message that they complete. */
type MessageDecoder = (payload: Buffer) => number | undefined;

const messageDecoders: Readonly<Record<string, () => MessageDecoder>> = {
  'a record': () => {
    const take = createRecordReader(size);
    return (payload) => take(payload)?.record.length;
  },
  'a message with a length prefix': () => {
    const take = createLengthPrefixDecoder(size);
    const takeAll = (payload: Buffer) => [...take(payload)][0]?.length;
    takeAll(Buffer.from([0xff, 0xff, 0x3f]));
    return takeAll;
  },
};

test.each(Object.entries(messageDecoders))(
  '%s that arrives byte by byte takes little more than its size',
  (_, create) => {
    const before = measureMemoryInUse();
    const take = create();
    for (let index = 0; index < size - 2; index += 1) take(Buffer.from('x'));
    expect(measureMemoryInUse() - before).toBeLessThan(8 * size);
    expect(take(Buffer.from('x\x1e'))).toBe(size - 1);
  },
);
