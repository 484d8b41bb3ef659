import { encodeInChunks } from '#runtime/shared/text-encoding.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';

/** Each chunk is one write, so that a file of a typical graph needs a single one. */
const chunkBytes = 262_144;

/**
 * Encodes the text of a project file in chunks.
 * @throws Error before the chunk that makes the file too large to be read again
 */
export function* encodeProjectFile(parts: Iterable<string>): Generator<Uint8Array> {
  let bytes = 0;
  for (const chunk of encodeInChunks(parts, chunkBytes)) {
    bytes += chunk.length;
    if (bytes > maxProjectFileBytes)
      throw new Error(`it would have more than ${maxProjectFileBytes} bytes, the most that is read`);
    yield chunk;
  }
}
