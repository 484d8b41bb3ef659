import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, test } from 'vitest';
import { createLengthPrefixDecoder, createMessageBuffer, createRecordReader } from './framing.ts';

it('returns what was added, in order, and starts again', () => {
  const buffer = createMessageBuffer();
  for (const round of ['a', 'b']) {
    const chunks = Array.from({ length: 1_000 }, (_, index) => `${round}${index}`);
    for (const chunk of chunks) buffer.append(Buffer.from(chunk));
    expect(buffer.length).toBe(chunks.join('').length);
    expect(buffer.take().toString()).toBe(chunks.join(''));
    expect(buffer.length).toBe(0);
  }
});

const size = 1 << 20;

/** Returns the memory that is in use after a garbage collection. */
const measureMemoryInUse = (): number => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Receives bytes, and returns the length of the message that these bytes complete, if any. */
type MessageDecoder = (payload: Buffer) => number | undefined;

const messageDecoders: Readonly<Record<string, () => MessageDecoder>> = {
  'a record': () => {
    const read = createRecordReader(size);
    return (payload) => read(payload)?.record.length;
  },
  'a message with a length prefix': () => {
    const read = createLengthPrefixDecoder(size);
    const readAll = (payload: Buffer) => [...read(payload)][0]?.length;
    readAll(Buffer.from([0xff, 0xff, 0x3f]));
    return readAll;
  },
};

test.each(Object.entries(messageDecoders))(
  '%s that arrives byte by byte takes little more than its size',
  (_, create) => {
    const before = measureMemoryInUse();
    const read = create();
    for (let index = 0; index < size - 2; index += 1) read(Buffer.from('x'));
    expect(measureMemoryInUse() - before).toBeLessThan(8 * size);
    expect(read(Buffer.from('x\x1e'))).toBe(size - 1);
  },
);
