import type { NumberSpan } from '#spec/scene-changes.ts';

type Numbers = Float32Array | Uint32Array | Uint16Array | Uint8Array;

const alignment = 8;
const alignUp = (length: number): number => Math.ceil(length / alignment) * alignment;

/** Creates a writer that collects the numbers to which a head refers, and joins them with the head. */
export const createSpanWriter = () => {
  const spans: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  let length = 0;
  return {
    add(numbers: Numbers): NumberSpan {
      const at = length;
      spans.push({ at, bytes: new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength) });
      length = alignUp(at + numbers.byteLength);
      return [at, numbers.length];
    },
    /**
     * Joins the numbers with a head.
     * @returns the length of the head, the head, and the numbers, as bytes
     */
    finish(head: object): Uint8Array {
      const text = new TextEncoder().encode(JSON.stringify(head));
      // The numbers are aligned, so that they can be read without copying.
      const begin = alignUp(4 + text.length);
      const bytes = new Uint8Array(begin + length);
      new DataView(bytes.buffer).setUint32(0, begin - 4, true);
      bytes.set(text, 4);
      bytes.fill(0x20, 4 + text.length, begin);
      for (const span of spans) bytes.set(span.bytes, begin + span.at);
      return bytes;
    },
  };
};

export type SpanWriter = ReturnType<typeof createSpanWriter>;
