import type { SceneChanges, NumberSpan } from '#spec/scene-changes.ts';

/** A response of `GET /api/scene/changes`: its header, and the numbers that it refers to as views of the response. */
export interface Changes {
  readonly head: SceneChanges;
  floats(span: NumberSpan): Float32Array;
  integers(span: NumberSpan): Uint32Array;
  shorts(span: NumberSpan): Uint16Array;
  bytes(span: NumberSpan): Uint8Array;
}

const headerOffset = 4;
const alignment = 8;

/** @throws RangeError when the response is shorter than it says; SyntaxError when its header is not JSON */
export const decodeSceneChanges = (response: Uint8Array): Changes => {
  const aligned = response.byteOffset % alignment === 0 ? response : response.slice();
  const { buffer, byteOffset, byteLength } = aligned;
  if (byteLength < headerOffset) throw new RangeError(`The response of ${byteLength} bytes has no header.`);
  const bodyStart = headerOffset + new DataView(buffer, byteOffset).getUint32(0, true);
  if (bodyStart > byteLength) throw new RangeError(`The header ends at ${bodyStart} of ${byteLength} bytes.`);
  const text = new TextDecoder().decode(aligned.subarray(headerOffset, bodyStart));

  /** Returns the offset of a span in the buffer. */
  const getOffset = ([at, count]: NumberSpan, width: number): number => {
    const end = bodyStart + at + count * width;
    const isInBounds = Number.isInteger(at) && at >= 0 && count >= 0 && end <= byteLength;
    if (!isInBounds) throw new RangeError(`The numbers end at ${end} of ${byteLength} bytes.`);
    return byteOffset + bodyStart + at;
  };
  return {
    head: JSON.parse(text) as SceneChanges,
    floats: (span) => new Float32Array(buffer, getOffset(span, 4), span[1]),
    integers: (span) => new Uint32Array(buffer, getOffset(span, 4), span[1]),
    shorts: (span) => new Uint16Array(buffer, getOffset(span, 2), span[1]),
    bytes: (span) => new Uint8Array(buffer, getOffset(span, 1), span[1]),
  };
};
