import { encoded, joined } from '#runtime/disk/text.ts';
import type { TimeSlices } from '../time-slices.ts';

/** Encodes text in pieces as bytes, over as many turns of the event loop as it takes. */
export const bytesInSlices = async (pieces: Iterable<string>, slices: TimeSlices): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for (const piece of joined(pieces)) {
    chunks.push(encoded(piece));
    const pause = slices.next();
    if (pause) await pause;
  }
  return Buffer.concat(chunks);
};
