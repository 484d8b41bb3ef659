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
export const decodeSceneChanges = (answer: Uint8Array): Changes => {
  const whole = answer.byteOffset % alignment === 0 ? answer : answer.slice();
  const { buffer, byteOffset, byteLength } = whole;
  if (byteLength < headerOffset) throw new RangeError(`The response of ${byteLength} bytes has no header.`);
  const begin = headerOffset + new DataView(buffer, byteOffset).getUint32(0, true);
  if (begin > byteLength) throw new RangeError(`The header ends at ${begin} of ${byteLength} bytes.`);
  const text = new TextDecoder().decode(whole.subarray(headerOffset, begin));

  /** Returns the offset of a span in the buffer. */
  const placeOf = ([at, count]: NumberSpan, width: number): number => {
    const end = begin + at + count * width;
    const isInside = Number.isInteger(at) && at >= 0 && count >= 0 && end <= byteLength;
    if (!isInside) throw new RangeError(`The numbers end at ${end} of ${byteLength} bytes.`);
    return byteOffset + begin + at;
  };
  return {
    head: JSON.parse(text) as SceneChanges,
    floats: (span) => new Float32Array(buffer, placeOf(span, 4), span[1]),
    integers: (span) => new Uint32Array(buffer, placeOf(span, 4), span[1]),
    shorts: (span) => new Uint16Array(buffer, placeOf(span, 2), span[1]),
    bytes: (span) => new Uint8Array(buffer, placeOf(span, 1), span[1]),
  };
};
