import { encodeUtf8, joinSmallChunks } from '#runtime/shared/text-encoding.ts';
import type { TimeSlices } from '../time-slices.ts';

/** Encodes pieces of text as bytes, spread over several event-loop turns. */
export const encodeInSlices = async (texts: Iterable<string>, slices: TimeSlices): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for (const text of joinSmallChunks(texts)) {
    chunks.push(encodeUtf8(text));
    const pause = slices.startNextUnit();
    if (pause) await pause;
  }
  return Buffer.concat(chunks);
};
