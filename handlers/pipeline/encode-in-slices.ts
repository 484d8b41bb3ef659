import { encoded, joined } from '#runtime/disk/text.ts';
import type { TimeSlices } from '../time-slices.ts';

/** Encodes pieces of text as bytes over several event-loop turns. */
export const encodeInSlices = async (
  pieces: Iterable<string>,
  slices: Pick<TimeSlices, 'startNextUnit'>,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for (const piece of joined(pieces)) {
    chunks.push(encoded(piece));
    const pause = slices.startNextUnit();
    if (pause) await pause;
  }
  return Buffer.concat(chunks);
};
