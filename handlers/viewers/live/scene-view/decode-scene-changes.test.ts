import { expect, test } from 'vitest';
import { createSpanWriter } from '#runtime/scene/changes/span-writer.ts';
import { decodeSceneChanges } from './decode-scene-changes.ts';

const encodeChanges = () => {
  const { add, finish } = createSpanWriter();
  const spans = {
    floats: add(Float32Array.of(0.5, -2, 3)),
    shorts: add(Uint16Array.of(1, 65_535, 3)),
    integers: add(Uint32Array.of(7, 4_294_967_295)),
    bytes: add(Uint8Array.of(1, 2, 255)),
  };
  return { spans, bytes: finish({ mark: 3, note: 'é' }) };
};

test('reads numbers as the service wrote them', () => {
  const { spans, bytes } = encodeChanges();
  const changes = decodeSceneChanges(bytes);
  expect(changes.head).toEqual({ mark: 3, note: 'é' });
  expect([...changes.floats(spans.floats)]).toEqual([0.5, -2, 3]);
  expect([...changes.shorts(spans.shorts)]).toEqual([1, 65_535, 3]);
  expect([...changes.integers(spans.integers)]).toEqual([7, 4_294_967_295]);
  expect([...changes.bytes(spans.bytes)]).toEqual([1, 2, 255]);
});

test('reads a response in place, and copies it if its numbers would be misaligned', () => {
  const { spans, bytes } = encodeChanges();
  expect(decodeSceneChanges(bytes).floats(spans.floats).buffer).toBe(bytes.buffer);
  const unaligned = new Uint8Array(bytes.length + 1);
  unaligned.set(bytes, 1);
  expect([...decodeSceneChanges(unaligned.subarray(1)).floats(spans.floats)]).toEqual([0.5, -2, 3]);
});

test('rejects a truncated response', () => {
  const { spans, bytes } = encodeChanges();
  expect(() => decodeSceneChanges(bytes.subarray(0, 3))).toThrow('The response of 3 bytes has no header.');
  expect(() => decodeSceneChanges(bytes.subarray(0, 8))).toThrow(/The header ends at \d+ of 8 bytes/);
  const cut = decodeSceneChanges(bytes.subarray(0, bytes.length - 8));
  expect(() => cut.bytes(spans.bytes)).toThrow(/The numbers end at/);
  expect(() => cut.floats([-8, 1])).toThrow(RangeError);
});
