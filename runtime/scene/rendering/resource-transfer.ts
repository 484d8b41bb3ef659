import type { SharedResource } from './render-frame.ts';

/** A piece, or the serial number of one that the receiver has. */
export type SentResource<P extends SharedResource> = P | number;

/**
 * Sends only those pieces that were not among the ones sent before. The receiver keeps those of the last sending, so that
 * either side knows what the other has.
 */
export const createResourceSender = <P extends SharedResource>() => {
  let known = new Set<number>();
  return (pieces: readonly P[]): SentResource<P>[] => {
    const before = known;
    known = new Set(pieces.map(({ serial }) => serial));
    return pieces.map((piece) => (before.has(piece.serial) ? piece.serial : piece));
  };
};

/** Puts together what a sender of pieces sends. */
export const createResourceReceiver = <P extends SharedResource>() => {
  let kept = new Map<number, P>();
  return (sent: readonly SentResource<P>[]): P[] => {
    const pieces = sent.map((piece): P => {
      if (typeof piece !== 'number') return piece;
      const found = kept.get(piece);
      if (!found) throw new Error(`The piece ${piece} was not sent.`);
      return found;
    });
    kept = new Map(pieces.map((piece) => [piece.serial, piece]));
    return pieces;
  };
};
