import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringifyCanonicalJson, stringifyExactJson, parseExactJson } from './exact-json.ts';

const leafArbitrary = fc.oneof(
  fc.double(),
  fc.string(),
  fc.boolean(),
  fc.constantFrom(null, Number.NaN, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);
const { data } = fc.letrec((ref) => ({
  data: fc.oneof(
    { maxDepth: 4 },
    leafArbitrary,
    fc.array(ref('data')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$number', '$$number', '__proto__')), ref('data')),
  ),
}));

test('parses to the original value, with the same order of keys', () => {
  fc.assert(
    fc.property(data, (value) => {
      const text = stringifyExactJson(value);
      expect(parseExactJson(text)).toEqual(value);
      expect(stringifyExactJson(parseExactJson(text))).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

test('is ordinary JSON for values that JSON can represent', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('number"'));
      expect(JSON.parse(stringifyExactJson(value))).toEqual(value);
    }),
  );
});

test('the canonical text does not depend on the order of keys, and includes the content of collections', () => {
  expect(stringifyCanonicalJson({ b: [1, { d: -0, c: 2 }], a: undefined })).toBe('{"b":[1,{"c":2,"d":-0}]}');
  expect(stringifyCanonicalJson({ set: new Set([1]), map: new Map([['k', 2]]), call: () => 1 })).toBe(
    '{"map":[["k",2]],"set":[1]}',
  );
});
