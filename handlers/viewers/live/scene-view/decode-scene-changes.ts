import type { NumberSpan, SceneChanges } from '#spec/scene-changes.ts';

/**
 * A decoded response of `GET /api/scene/changes`: its header, and functions that return the numbers to which the header
 * refers. They are views of the response.
 */
export interface Changes {
  readonly head: SceneChanges;
  floats(span: NumberSpan): Float32Array;
  integers(span: NumberSpan): Uint32Array;
  shorts(span: NumberSpan): Uint16Array;
  bytes(span: NumberSpan): Uint8Array;
}

const headerOffset = 4;
const alignment = 8;

/**
 * Decodes a response of `GET /api/scene/changes`.
 * @throws RangeError if the response is shorter than it claims; SyntaxError if its header is not valid JSON
 */
export const decodeSceneChanges = (response: Uint8Array): Changes => {
  const aligned = response.byteOffset % alignment === 0 ? response : response.slice();
  const { buffer, byteOffset, byteLength } = aligned;
  if (byteLength < headerOffset) throw new RangeError(`The response of ${byteLength} bytes has no header.`);
  const bodyStart = headerOffset + new DataView(buffer, byteOffset).getUint32(0, true);
  if (bodyStart > byteLength) throw new RangeError(`The header ends at ${bodyStart} of ${byteLength} bytes.`);
  const text = new TextDecoder().decode(aligned.subarray(headerOffset, bodyStart));

  /** Returns the offset of a span in the buffer, in bytes. */
  const getOffset = ([at, count]: NumberSpan, width: number): number => {
    const end = bodyStart + at + count * width;
    const isInBounds = Number.isInteger(at) && at >= 0 && count >= 0 && end <= byteLength;
    if (!isInBounds) throw new RangeError(`The numbers end at ${end} of ${byteLength} bytes.`);
    return byteOffset + bodyStart + at;
  };
  return {
    head: JSON.parse(text),
    floats: (span) => new Float32Array(buffer, getOffset(span, 4), span[1]),
    integers: (span) => new Uint32Array(buffer, getOffset(span, 4), span[1]),
    shorts: (span) => new Uint16Array(buffer, getOffset(span, 2), span[1]),
    bytes: (span) => new Uint8Array(buffer, getOffset(span, 1), span[1]),
  };
};
