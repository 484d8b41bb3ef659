import type { SharedResource } from './render-frame.ts';

/** A resource, or the serial number of one that the receiver has. */
export type SentResource<P extends SharedResource> = P | number;

/**
 * Sends only resources that were not part of the previous message. The receiver keeps those of the last message, so
 * that both sides know what the other has.
 */
export const createResourceSender = <P extends SharedResource>() => {
  let known = new Set<number>();
  return (pieces: readonly P[]): SentResource<P>[] => {
    const before = known;
    known = new Set(pieces.map(({ serial }) => serial));
    return pieces.map((piece) => (before.has(piece.serial) ? piece.serial : piece));
  };
};

/** Restores what a resource sender sends. */
export const createResourceReceiver = <P extends SharedResource>() => {
  let kept = new Map<number, P>();
  return (sent: readonly SentResource<P>[]): P[] => {
    const pieces = sent.map((piece): P => {
      if (typeof piece !== 'number') return piece;
      const found = kept.get(piece);
      if (!found) throw new Error(`The resource ${piece} was not sent.`);
      return found;
    });
    kept = new Map(pieces.map((piece) => [piece.serial, piece]));
    return pieces;
  };
};
