import { encodeUtf8, joinSmallChunks } from '#runtime/storage/text-encoding.ts';
import type { TimeSlices } from '../time-slices.ts';

/** Encodes pieces of text as bytes over several event-loop turns. */
export const encodeInSlices = async (pieces: Iterable<string>, slices: TimeSlices): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for (const piece of joinSmallChunks(pieces)) {
    chunks.push(encodeUtf8(piece));
    const pause = slices.startNextUnit();
    if (pause) await pause;
  }
  return Buffer.concat(chunks);
};
