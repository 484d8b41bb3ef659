import { encodeUtf8, joinSmallChunks } from '#runtime/storage/text-encoding.ts';
import type { TimeSlices } from '../time-slices.ts';

/** Encodes text in pieces as bytes, over as many turns of the event loop as it takes. */
export const encodeInSlices = async (
  pieces: Iterable<string>,
  slices: Pick<TimeSlices, 'startNextUnit'>,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for (const piece of joinSmallChunks(pieces)) {
    chunks.push(encodeUtf8(piece));
    const pause = slices.startNextUnit();
    if (pause) await pause;
  }
  return Buffer.concat(chunks);
};
