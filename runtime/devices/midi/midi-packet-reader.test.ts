import { describe, expect, test } from 'vitest';
import { createMidiPacketReader } from './midi-packet-reader.ts';

const readPackets = (...parts: readonly number[][]) => parts.map(createMidiPacketReader());

describe('parsed messages', () => {
  test('are complete, whatever their length', () => {
    expect(readPackets([0x90, 60, 100, 0xc3, 5, 0xf6, 0xf2, 1, 2, 0xb0, 7, 127])).toEqual([
      [[0x90, 60, 100], [0xc3, 5], [0xf6], [0xf2, 1, 2], [0xb0, 7, 127]],
    ]);
  });

  test('may use running status, even across fragments', () => {
    expect(readPackets([0x90, 60], [100, 61, 0], [62], [1])).toEqual([
      [],
      [
        [0x90, 60, 100],
        [0x90, 61, 0],
      ],
      [],
      [[0x90, 62, 1]],
    ]);
  });

  test('have no running status if they are system messages, which also end that of a channel', () => {
    expect(readPackets([0x90, 60, 100, 0xf3, 9, 10, 11, 60, 100])).toEqual([
      [
        [0x90, 60, 100],
        [0xf3, 9],
      ],
    ]);
  });

  test('may contain real-time messages', () => {
    expect(readPackets([0xf0, 1, 0xf8, 2], [0xfe, 3, 0xf7], [0x80, 0xfa, 60, 0xff, 0])).toEqual([
      [[0xf8]],
      [[0xfe], [0xf0, 1, 2, 3, 0xf7]],
      [[0xfa], [0xff], [0x80, 60, 0]],
    ]);
  });

  test('are dropped when another one begins, or sysex does not end', () => {
    expect(readPackets([0x90, 60, 0x80, 61, 2], [0xf0, 1, 2, 0xb1, 3, 4], [0xf7])).toEqual([
      [[0x80, 61, 2]],
      [[0xb1, 3, 4]],
      [],
    ]);
  });

  test('need a status byte that is defined', () => {
    expect(readPackets([1, 2, 3, 0xf4, 4, 0xf5, 0xf7, 5])).toEqual([[]]);
  });

  test('are limited in length', () => {
    const read = createMidiPacketReader();
    const longData = Array.from({ length: 16_384 }, () => 1);
    expect([read([0xf0, ...longData, 0xf7]), read([0xf0, ...longData.slice(2), 0xf7])]).toEqual([
      [],
      [[0xf0, ...longData.slice(2), 0xf7]],
    ]);
    expect(read([0x90, 1, 2])).toEqual([[0x90, 1, 2]]);
  });
});
