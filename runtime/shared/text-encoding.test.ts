import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeChunks, encodeInChunks, stringifyListInChunks } from './text-encoding.ts';

const encodeList = (items: readonly unknown[]): string =>
  encodeChunks(stringifyListInChunks(items, (item) => JSON.stringify(item))).toString();

test('a list in chunks has the same bytes as its JSON, whatever its items', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('é', '\u2028', '😀'));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), fc.nat(3), (items, times) => {
      // Some items are longer than a chunk, so that chunks also end within the list.
      const longItems = items.map((item, index) => (index % 3 === times ? item.repeat(9000) : item));
      expect(encodeList(longItems)).toBe(JSON.stringify(longItems));
    }),
  );
});

test('a long list is yielded in several chunks, each as soon as it is complete', () => {
  let json = 0;
  const chunks = stringifyListInChunks(Array.from({ length: 3000 }), () => {
    json += 1;
    return '"é234567890123456789012345678901234567890"';
  });
  const { value } = chunks.next();
  expect(String(value).length).toBeLessThan(70_000);
  expect(json).toBeLessThan(2000);
  expect([value, ...chunks].join('')).toBe(
    JSON.stringify(Array(3000).fill('é234567890123456789012345678901234567890')),
  );
});

test('a text in parts has the same bytes in chunks of equal size', () => {
  const chunkBytes = 50_000;
  const part = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'é', '\u2028', '😀'));
  fc.assert(
    fc.property(fc.array(fc.tuple(part, fc.constantFrom(1, 700, 9000)), { maxLength: 12 }), (repeated) => {
      const parts = repeated.map(([text, times]) => text.repeat(times));
      const chunks = [...encodeInChunks(parts, chunkBytes)];
      expect(Buffer.concat(chunks).equals(Buffer.from(parts.join('')))).toBe(true);
      for (const { length } of chunks) expect(length).toBeLessThanOrEqual(chunkBytes);
      // A character of up to four bytes is not divided.
      for (const { length } of chunks.slice(0, -1)) expect(length).toBeGreaterThan(chunkBytes - 4);
    }),
  );
});

test('a short text is encoded in a single chunk that is no longer than the text', () => {
  const [chunk, ...others] = encodeInChunks(['{"a":', '"é"', '}']);
  expect(others).toEqual([]);
  expect(chunk).toEqual(Buffer.from('{"a":"é"}'));
  expect(chunk!.buffer.byteLength).toBeLessThan(65_536);
});

test('no chunks give no bytes', () => {
  expect(encodeChunks([])).toHaveLength(0);
  expect(encodeList([])).toBe('[]');
});
