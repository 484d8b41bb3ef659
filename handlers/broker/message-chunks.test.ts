import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createChunkAssembler, splitMessage } from './message-chunks.ts';

it.each([0, 1, 8, 9, 10, 18, 1_000])('reassembles a message of %i bytes from parts of 10', (length) => {
  const message = randomBytes(length);
  const chunks = splitMessage(message, 10);
  for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(10);
  const assemble = createChunkAssembler();
  const assembled = chunks.map((chunk) => assemble('a', chunk));
  expect(assembled.slice(0, -1).every((result) => result === undefined)).toBe(true);
  expect(assembled.at(-1)).toEqual(message);
});

it('reassembles several messages whose parts are interleaved', () => {
  const assemble = createChunkAssembler();
  const [a, b] = [
    splitMessage(Buffer.from('first message'), 8),
    splitMessage(Buffer.from('second message'), 8),
  ];
  const assembled = a.flatMap((chunk, index) => [
    assemble('a', chunk),
    assemble('b', b[index] as Uint8Array),
  ]);
  expect(assembled.filter((result) => result !== undefined).map(String)).toEqual([
    'first message',
    'second message',
  ]);
});

it('drops incomplete messages to make room for others', () => {
  const assemble = createChunkAssembler();
  const [start, end] = splitMessage(Buffer.from('0123456789'), 8) as [Uint8Array, Uint8Array];
  for (let count = 0; count <= 1_000; count += 1) assemble(`${count}`, start);
  expect(String(assemble('1000', end))).toBe('0123456789');
  expect(String(assemble('0', end))).not.toBe('0123456789');
});

it('drops a few large incomplete messages too', () => {
  const assemble = createChunkAssembler();
  const [start, end] = splitMessage(Buffer.alloc(60 * 1_048_576), 59 * 1_048_576) as [Uint8Array, Uint8Array];
  for (let count = 0; count <= 4; count += 1) assemble(`${count}`, start);
  expect(assemble('4', end)?.length).toBe(60 * 1_048_576);
  expect(assemble('0', end)?.length).toBeLessThan(2 * 1_048_576);
});
