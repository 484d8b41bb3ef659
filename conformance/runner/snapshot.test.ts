import { expect, it } from 'vitest';
import { findDifference, takeSnapshot } from './snapshot.ts';

/** Creates a function that returns one value after another, and then repeats the last value. */
const createReader = (...values: readonly unknown[]) => {
  let index = 0;
  return async () => values[Math.min(index++, values.length - 1)];
};

const compareReads = async (...values: readonly unknown[]) =>
  findDifference(await takeSnapshot(createReader(...values)));

it('finds no difference between equal reads', async () => {
  expect(await compareReads({ a: [1, { b: null }] })).toBeUndefined();
});

it.each([
  [
    'a value',
    { id: 1, name: 'x' },
    { id: 1, name: 'y' },
    { expected: { '.name': 'x' }, actual: { '.name': 'y' } },
  ],
  [
    'a value that disappeared',
    { name: 'x' },
    {},
    { expected: { '.name': 'x' }, actual: { '.name': 'nothing' } },
  ],
  ['an empty list that got elements', { a: [] }, { a: ['x'] }, { actual: { '.a["x"]': 'x' } }],
  ['an element', [{ id: 'a' }], [{ id: 'b' }], { expected: { '["a"].id': 'a', '["b"].id': 'nothing' } }],
  ['one of two equal elements', ['x', 'x'], ['x'], { expected: { '["x" #1]': 'x' } }],
])('finds %s', async (_, before, after, expected) => {
  expect(await compareReads(before, before, after)).toMatchObject(expected);
});

it('ignores fields that change by themselves, also in elements that are added later', async () => {
  const at = (read: number, ...ids: readonly string[]) => ids.map((id) => ({ id, read, size: 1 }));
  expect(await compareReads(at(1, 'a', 'b'), at(2, 'a', 'b'), at(3, 'b', 'a'))).toBeUndefined();
  const grown = [...at(3, 'a'), { id: 'b', read: 4, size: 2 }];
  expect(await compareReads(at(1, 'a', 'b'), at(2, 'a', 'b'), grown, grown)).toMatchObject({
    actual: { '["b"].size': 2 },
  });
});

it('identifies elements by id, in any order', async () => {
  const one = { id: 1, ports: [{ id: 'x]"' }, { id: 'y' }] };
  const second = { id: 2, ports: [] };
  const reordered = { id: 1, ports: [{ id: 'y' }, { id: 'x]"' }] };
  expect(await compareReads([one, second], [one, second], [second, reordered])).toBeUndefined();
});

it('waits for a clock that did not advance between the first reads, and not for other values', async () => {
  const at = (clock: string, value: number) => ({ clock, value });
  expect(await compareReads(at('1 s', 7), at('1 s', 7), at('2 s', 7), at('3 s', 7))).toBeUndefined();
  expect(await compareReads(at('1 s', 7), at('1 s', 7), at('2 s', 8), at('3 s', 8))).toEqual({
    expected: { '.value': 7 },
    actual: { '.value': 8 },
  });
});

it('waits only once to find that a value is not a clock', async () => {
  const values = [7, 7, 8, 8, 8, 8, 8, 8, 9];
  const snapshot = await takeSnapshot(async () => ({ value: values.shift() }));
  expect(await findDifference(snapshot)).toMatchObject({ actual: { '.value': 8 } });
  expect(await findDifference(snapshot)).toMatchObject({ actual: { '.value': 9 } });
});

it('ignores fields whose names and order differ in every response', async () => {
  let read = 0;
  const record = (id: string, value: number) => {
    read += 1;
    return { connectionId: id, [`x${read}`]: { [`y${read}`]: read }, value };
  };
  const state = { value: 1 };
  const elements = () => [record('a', state.value), record('b', 2)];
  const snapshot = await takeSnapshot(async () => (read % 4 === 0 ? elements() : elements().reverse()));
  expect(await findDifference(snapshot)).toBeUndefined();
  state.value = 3;
  expect(await findDifference(snapshot)).toEqual({
    expected: { '["a"].value': 1 },
    actual: { '["a"].value': 3 },
  });
});

it('finds a field that appears and stays', async () => {
  expect(await compareReads({ a: 1, x1: 1 }, { a: 1, x2: 1 }, { a: 1, note: 'new' })).toMatchObject({
    actual: { '.note': 'new' },
  });
});
