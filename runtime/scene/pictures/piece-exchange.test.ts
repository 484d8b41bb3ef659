import { expect, it } from 'vitest';
import { createPieceReceiver, createPieceSender } from './piece-exchange.ts';

const piece = (serial: number) => ({ serial, content: `piece ${serial}` });

it('sends each piece once as long as it is used, and again when it was not', () => {
  const send = createPieceSender<ReturnType<typeof piece>>();
  const receive = createPieceReceiver<ReturnType<typeof piece>>();
  const uses = [[1, 2], [2, 3], [3, 2], [], [3, 1, 3]];
  const sent = uses.map((serials) => send(serials.map(piece)));
  expect(sent).toEqual([[piece(1), piece(2)], [2, piece(3)], [3, 2], [], [piece(3), piece(1), piece(3)]]);
  expect(sent.map(receive)).toEqual(uses.map((serials) => serials.map(piece)));
});

it('fails for a piece that the receiver never got', () => {
  expect(() => createPieceReceiver()([7])).toThrow('The piece 7 was not sent.');
});
