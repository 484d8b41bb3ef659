import { expect, it } from 'vitest';
import { measureJsonDepth } from './glb-container.ts';

it.each([
  ['7', 0],
  ['{}', 1],
  ['[{"a":[1]},[2]]', 3],
  ['{"[[[[":"{{{{"}', 1],
  [String.raw`{"a\\":["\"[[[["]}`, 2],
  [String.raw`["\\",[["a"]]]`, 3],
  ['[]]]]]]][[', 1],
  ['[[[[[[[[', 8],
])('the nesting depth of %s is %i', (text, depth) => {
  expect(measureJsonDepth(Buffer.from(text), 100)).toBe(depth);
});

it('counting stops at the limit', () => {
  expect(measureJsonDepth(Buffer.from('['.repeat(1000)), 64)).toBe(65);
});
