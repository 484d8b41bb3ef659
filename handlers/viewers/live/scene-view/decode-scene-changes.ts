import type { SceneChanges, NumberSpan } from '#spec/scene-changes.ts';

/** An answer of `GET /api/scene/changes`: its head, and the numbers that the head points to, as views of the answer. */
export interface Changes {
  readonly head: SceneChanges;
  floats(span: NumberSpan): Float32Array;
  integers(span: NumberSpan): Uint32Array;
  shorts(span: NumberSpan): Uint16Array;
  bytes(span: NumberSpan): Uint8Array;
}

const headerOffset = 4;
const alignment = 8;

/** @throws RangeError when the answer is shorter than it says; SyntaxError when its head is no JSON */
export const decodeSceneChanges = (answer: Uint8Array): Changes => {
  const whole = answer.byteOffset % alignment === 0 ? answer : answer.slice();
  const { buffer, byteOffset, byteLength } = whole;
  if (byteLength < headerOffset) throw new RangeError(`An answer of ${byteLength} bytes has no head.`);
  const begin = headerOffset + new DataView(buffer, byteOffset).getUint32(0, true);
  if (begin > byteLength) throw new RangeError(`The head ends at ${begin} of ${byteLength} bytes.`);
  const text = new TextDecoder().decode(whole.subarray(headerOffset, begin));

  /** Where a span begins in the buffer. */
  const placeOf = ([at, count]: NumberSpan, width: number): number => {
    const end = begin + at + count * width;
    const isInside = Number.isInteger(at) && at >= 0 && count >= 0 && end <= byteLength;
    if (!isInside) throw new RangeError(`Numbers that end at ${end} of ${byteLength} bytes.`);
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
