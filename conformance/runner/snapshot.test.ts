import { expect, it } from 'vitest';
import { findDifference, takeSnapshot } from './snapshot.ts';

/** Reads one answer after the other, the last again and again. */
const createReader = (...answers: readonly unknown[]) => {
  let index = 0;
  return async () => answers[Math.min(index++, answers.length - 1)];
};

const compareReads = async (...answers: readonly unknown[]) =>
  findDifference(await takeSnapshot(createReader(...answers)));

it('agrees with what is the same', async () => {
  expect(await compareReads({ a: [1, { b: null }] })).toBeUndefined();
});

it.each([
  [
    'a value',
    { id: 1, name: 'x' },
    { id: 1, name: 'y' },
    { expected: { '.name': 'x' }, actual: { '.name': 'y' } },
  ],
  ['a value that went', { name: 'x' }, {}, { expected: { '.name': 'x' }, actual: { '.name': 'nothing' } }],
  ['an empty list that filled', { a: [] }, { a: ['x'] }, { actual: { '.a["x"]': 'x' } }],
  ['an element', [{ id: 'a' }], [{ id: 'b' }], { expected: { '["a"].id': 'a', '["b"].id': 'nothing' } }],
  ['one of two alike', ['x', 'x'], ['x'], { expected: { '["x" #1]': 'x' } }],
])('tells of %s', async (_, before, after, expected) => {
  expect(await compareReads(before, before, after)).toMatchObject(expected);
});

it('lets fields move that moved when nothing happened, in elements that came later too', async () => {
  const at = (read: number, ...ids: readonly string[]) => ids.map((id) => ({ id, read, size: 1 }));
  expect(await compareReads(at(1, 'a', 'b'), at(2, 'a', 'b'), at(3, 'b', 'a'))).toBeUndefined();
  const grown = [...at(3, 'a'), { id: 'b', read: 4, size: 2 }];
  expect(await compareReads(at(1, 'a', 'b'), at(2, 'a', 'b'), grown, grown)).toMatchObject({
    actual: { '["b"].size': 2 },
  });
});

it('knows elements by their id, in whatever order they come', async () => {
  const one = { id: 1, ports: [{ id: 'x]"' }, { id: 'y' }] };
  const other = { id: 2, ports: [] };
  const turned = { id: 1, ports: [{ id: 'y' }, { id: 'x]"' }] };
  expect(await compareReads([one, other], [one, other], [other, turned])).toBeUndefined();
});

it('waits for a clock that stood still while it was looked at, and not for a value', async () => {
  const at = (clock: string, value: number) => ({ clock, value });
  expect(await compareReads(at('1 s', 7), at('1 s', 7), at('2 s', 7), at('3 s', 7))).toBeUndefined();
  expect(await compareReads(at('1 s', 7), at('1 s', 7), at('2 s', 8), at('3 s', 8))).toEqual({
    expected: { '.value': 7 },
    actual: { '.value': 8 },
  });
});

it('waits once to know that a value is no clock', async () => {
  const answers = [7, 7, 8, 8, 9];
  const kept = await takeSnapshot(async () => ({ value: answers.shift() }));
  expect(await findDifference(kept)).toMatchObject({ actual: { '.value': 8 } });
  expect(await findDifference(kept)).toMatchObject({ actual: { '.value': 9 } });
});
