import { describe, expect, test } from 'vitest';
import { createFrameReader, encodeFrame, opcodes } from './ws-frames.ts';

const readFrames = (bytes: Buffer, chunkSize: number): [number, string][] => {
  const frames: [number, string][] = [];
  const reader = createFrameReader((opcode, chunk, start, end) => {
    frames.push([opcode, chunk.toString('utf8', start, end)]);
  });
  for (let at = 0; at < bytes.length; at += chunkSize)
    reader(Buffer.from(bytes.subarray(at, at + chunkSize)));
  return frames;
};

describe('WebSocket frames', () => {
  const messages = ['short', 'é'.repeat(200), 'x'.repeat(70_000), ''];
  const bytes = Buffer.concat([
    ...messages.map((text) => encodeFrame(text, 'server')),
    encodeFrame('masked', 'client'),
    encodeFrame('p', 'server', opcodes.ping),
  ]);

  test.each([1, 3, 4096, 1_000_000])('are extracted from chunks of %d bytes', (chunkSize) => {
    expect(readFrames(bytes, chunkSize)).toEqual([
      ...messages.map((text) => [1, text]),
      [1, 'masked'],
      [9, 'p'],
    ]);
  });

  test('a client frame is unmasked with its mask', () => {
    const frame = Buffer.from([0x81, 0x82, 1, 2, 3, 4, 'h'.charCodeAt(0) ^ 1, 'i'.charCodeAt(0) ^ 2]);
    expect(readFrames(frame, 100)).toEqual([[1, 'hi']]);
  });
});
