import { expect, it } from 'vitest';
import { pieceIn, textOf } from './clipboard.ts';
import type { Piece } from './changes/change.ts';

const piece: Piece = {
  nodes: [
    {
      ...{ key: 'a', category: 'Add', locationX: 1, locationY: 2 },
      ...{ values: { A: 7 }, marks: [], note: { text: 'so' } },
    },
  ],
  wires: [{ from: { nodeId: 'a', name: 'Result' }, to: { nodeId: 'a', name: 'A' } }],
};

it('nodes come back from the text that they are copied as', () => {
  expect(pieceIn(textOf(piece))).toEqual(piece);
});

it.each(['', 'some text', '{"nodes":[],"wires":[]}', '[]', 'null'])('%j is none', (text) => {
  expect(pieceIn(text)).toBeUndefined();
});
