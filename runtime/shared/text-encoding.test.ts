import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeChunks, stringifyListInChunks } from './text-encoding.ts';

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

test('no chunks give no bytes', () => {
  expect(encodeChunks([])).toHaveLength(0);
  expect(encodeList([])).toBe('[]');
});
