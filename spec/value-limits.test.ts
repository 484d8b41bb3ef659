import { expect, test } from 'vitest';
import { isWithinLimits, maxValueSize, maxNestingDepth } from './value-limits.ts';
import { JsonValue } from './values.ts';

const nestLists = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const nestObjects = (levels: number): unknown =>
  JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

test.each([
  ['null only', null, true],
  ['a text of the maximum length', 'x'.repeat(maxValueSize - 1), true],
  ['one more', 'x'.repeat(maxValueSize), false],
  ['lists of the maximum depth', nestLists(maxNestingDepth), true],
  ['one more', nestLists(maxNestingDepth + 1), false],
  ['objects of the maximum depth', nestObjects(maxNestingDepth), true],
  ['one more', nestObjects(maxNestingDepth + 1), false],
  ['a depth that would overflow any stack', nestLists(1_000_000), false],
  ['a deep list after shallow ones', [[], {}, nestLists(maxNestingDepth)], false],
  ['the maximum number of values', Array(maxValueSize - 1).fill(0), true],
  ['one more', Array(maxValueSize).fill(0), false],
  ['a long name', { ['x'.repeat(maxValueSize)]: 0 }, false],
  ['several long texts', ['x'.repeat(600_000), 'x'.repeat(600_000)], false],
])('%s', (_, value, isWithin) => {
  expect(isWithinLimits(value)).toBe(isWithin);
  const { success, error } = JsonValue.safeParse(value);
  expect(success).toBe(isWithin);
  if (!isWithin) expect(error?.issues[0]?.message).toContain('64 levels of lists and objects');
});

test.each([
  ['a number that overflows', JSON.parse('1e400')],
  ['NaN, which MessagePack can carry', Number.NaN],
  ['NaN deep inside', JSON.parse('{"a":[1,{"b":-1e400}]}')],
])('%s', (_, value) => {
  expect(isWithinLimits(value)).toBe(false);
  expect(JsonValue.safeParse(value).error?.issues[0]?.message).toContain('overflows');
});
