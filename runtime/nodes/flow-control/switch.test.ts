import { expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import { definitionsByEnumValue } from '../index.ts';
import type { Json } from '#spec/values.ts';

/** Returns the outputs that a Switch with these values fires. */
const listFiredOutputs = (values: Record<string, Json>) => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        choose: ['Switch', { Count: 5, ...values }],
        first: logNode('0'),
        second: logNode('1'),
        fifth: logNode('4'),
        other: logNode('default'),
      },
      [
        'start.Out > choose.In',
        'choose.Out0 > first.In',
        'choose.Out1 > second.In',
        'choose.Out4 > fifth.In',
        'choose.Default > other.In',
      ],
    ),
  );
  runtime.step();
  return runtime.messages();
};

test.each<[Record<string, Json>, string]>([
  [{ Value: 'a', Case0: 'a', Case1: 'b' }, '0'],
  [{ Value: 'b', Case0: 'a', Case1: 'b' }, '1'],
  [{ Value: 'e', Case0: 'a', Case4: 'e' }, '4'],
  [{ Value: 'a', Case0: 'a', Case1: 'a' }, '0'],
  [{ Value: 'c', Case0: 'a', Case1: 'b' }, 'default'],
  [{ Value: 1, Case0: '1', Case1: 1 }, '1'],
  [{ Value: { x: [1] }, Case1: { x: [1] } }, '1'],
  [{ Value: 0 }, 'default'],
  [{}, 'default'],
])('Switch with %j fires %s', (values, expected) => {
  expect(listFiredOutputs(values)).toEqual([expected]);
});

test('Switch has as many cases as Count says', () => {
  const listPortNames = (Count: Json) =>
    definitionsByEnumValue.get('switch')!.type.portsFor!({ Count }).map(({ name }) => name);
  expect(listPortNames(2)).toEqual(['In', 'Value', 'Case0', 'Case1', 'Count', 'Out0', 'Out1', 'Default']);
  expect(listPortNames(0)).toEqual(listPortNames(1));
  expect(listPortNames(1000)).toEqual(listPortNames(64));
});
