import { describe, expect, test } from 'vitest';
import {
  createTestRuntime,
  evaluatePureNode,
  createTestGraph,
  createTestVariable,
} from '../../engine/testing-runtime.ts';
import { definitionsByEnumValue } from '../index.ts';
import type { Json } from '#spec/values.ts';

type Values = Record<string, Json>;

const letters = ['a', 'b', 'c'];

test.each<[string, string, Values, Json]>([
  ['MakeList', 'List', { Item0: 1, Item2: 'x' }, [1, 'x']],
  ['MakeList', 'List', { Count: 6, Item5: [true] }, [[true]]],
  ['MakeList', 'List', {}, []],
  ['ListGet', 'Item', { List: letters, Index: 0 }, 'a'],
  ['ListGet', 'Item', { List: letters, Index: -1 }, 'c'],
  ['ListGet', 'Item', { List: letters, Index: 3, Default: 'none' }, 'none'],
  ['ListGet', 'Item', { List: letters, Index: -4, Default: 'none' }, 'none'],
  ['ListGet', 'IsValid', { List: letters, Index: -3 }, true],
  ['ListGet', 'IsValid', { List: letters, Index: 2 }, true],
  ['ListGet', 'IsValid', { List: letters, Index: 3 }, false],
  ['ListGet', 'IsValid', { List: letters, Index: -4 }, false],
  ['ListSet', 'Result', { List: letters, Index: 1, Item: 7 }, ['a', 7, 'c']],
  ['ListSet', 'Result', { List: letters, Index: -1, Item: 7 }, ['a', 'b', 7]],
  ['ListAppend', 'Result', { List: letters, Item: { d: 1 } }, ['a', 'b', 'c', { d: 1 }]],
  ['ListRemoveAt', 'Result', { List: letters, Index: 0 }, ['b', 'c']],
  ['ListRemoveAt', 'Result', { List: letters, Index: -2 }, ['a', 'c']],
  ['ListLength', 'Length', { List: letters }, 3],
  ['ListIndexOf', 'Index', { List: [1, { x: [2] }, { x: [2] }], Item: { x: [2] } }, 1],
  ['ListIndexOf', 'Index', { List: [1, 2], Item: '2' }, -1],
  ['ListSort', 'Result', { List: [10, 9, -1] }, [-1, 9, 10]],
  ['ListSort', 'Result', { List: ['b', 'B', 'a'] }, ['B', 'a', 'b']],
  ['ListSort', 'Result', { List: [10, 9, 11], Descending: true }, [11, 10, 9]],
  [
    'ListSort',
    'Result',
    { List: [{}, 'text', 2, true, null, [1], false, 1] },
    [null, false, true, 1, 2, 'text', {}, [1]],
  ],
  [
    'ListSort',
    'Result',
    { Key: 'n', List: [{ n: 2, id: 'a' }, { n: 1 }, 'no member', { n: 2, id: 'b' }] },
    ['no member', { n: 1 }, { n: 2, id: 'a' }, { n: 2, id: 'b' }],
  ],
  [
    'ListSort',
    'Result',
    { Key: 'n', Descending: true, List: [{ n: 1, id: 'a' }, { n: 2 }, { n: 1, id: 'b' }] },
    [{ n: 2 }, { n: 1, id: 'a' }, { n: 1, id: 'b' }],
  ],
])('%s outputs as %s of %j: %j', (category, output, values, expected) => {
  const { value, runtime } = evaluatePureNode(category, values, output);
  expect(value).toEqual(expected);
  expect(runtime.messages()).toEqual([]);
});

test.each<[string, Values]>([
  ['ListSet', { Item: 1, Index: 3 }],
  ['ListSet', { Item: 1, Index: -4 }],
  ['ListRemoveAt', { Index: 3 }],
  ['ListRemoveAt', { Index: -4 }],
])('%s with an index out of range (%j) outputs the list unchanged, with one warning', (category, values) => {
  const { value, runtime } = evaluatePureNode(category, { ...values, List: letters });
  runtime.step();
  expect(value).toEqual(letters);
  expect(runtime.data('console.log')).toEqual([expect.objectContaining({ severity: 'warning' })]);
});

test.each<[string, Values]>([
  ['ListSet', { Index: 0, Item: 'z' }],
  ['ListAppend', { Item: 'z' }],
  ['ListRemoveAt', { Index: 0 }],
  ['ListSort', { Descending: true }],
])('%s does not change its input list', (category, values) => {
  const runtime = createTestRuntime();
  const original = [...letters];
  runtime.put(createTestVariable('items', original, 'List'));
  runtime.run(
    createTestGraph(
      {
        frame: 'OnNewFrame',
        items: ['GetVariable', { Variable: 'items' }],
        node: [category, values],
        made: 'Watch',
        kept: 'Watch',
      },
      [
        'frame.Out > made.In',
        'made.Out > kept.In',
        'items.Value > node.List',
        'node.Result > made.Value',
        'items.Value > kept.Value',
      ],
    ),
  );
  runtime.step();
  expect(runtime.port('kept.in.Value')).toEqual(letters);
  expect(original).toEqual(letters);
  expect(runtime.port('made.in.Value')).not.toEqual(letters);
});

test('MakeList accepts a wired null as an item', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ frame: 'OnNewFrame', none: 'Select', make: 'MakeList', watch: 'Watch' }, [
      'frame.Out > watch.In',
      'none.Result > make.Item1',
      'make.List > watch.Value',
    ]),
  );
  runtime.step();
  expect(runtime.port('watch.in.Value')).toEqual([null]);
});

test('MakeList has as many inputs as Count says', () => {
  const listPortNames = (Count: number) =>
    definitionsByEnumValue.get('makelist')!.type.portsFor!({ Count }).map(({ name }) => name);
  expect(listPortNames(2)).toEqual(['Item0', 'Item1', 'Count', 'List']);
});

describe('lists are limited', () => {
  /** Appends an item in every iteration of a loop. Returns the resulting list and what was written to the console. */
  const growList = (iterations: number, first: Json, item: Values, connections: string[] = []) => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('items', first, 'List'));
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          loop: ['ForLoop', { First: 1, Last: iterations }],
          items: ['GetVariable', { Variable: 'items' }],
          more: ['ListAppend', item],
          set: ['SetVariable', { Variable: 'items' }],
        },
        [
          'start.Out > loop.In',
          'loop.Body > set.In',
          'items.Value > more.List',
          'more.Result > set.Value',
          ...connections,
        ],
      ),
    );
    runtime.step();
    return { list: runtime.data('variable.changed')[0]!.value as Json[], warnings: runtime.messages() };
  };

  test('to 10,000 items', () => {
    const { list, warnings } = growList(
      5,
      Array.from({ length: 9_998 }, () => 0),
      { Item: 1 },
    );
    expect(list).toHaveLength(10_000);
    expect(warnings).toHaveLength(1);
  });

  test('to 1,000,000 characters and values, however they are nested', () => {
    const { list, warnings } = growList(5, [], { Item: ['x'.repeat(300_000)] });
    expect(list).toHaveLength(3);
    expect(warnings).toHaveLength(1);
  });

  test('also when a list is appended to itself', () => {
    const { list, warnings } = growList(40, [1], {}, ['items.Value > more.Item']);
    expect(JSON.stringify(list).length).toBeLessThan(4_000_000);
    expect(warnings).toHaveLength(1);
  });

  test.each<[string, string, Values, Json]>([
    ['ListSet', 'Result', { List: [1], Index: 0, Item: 'x'.repeat(1_000_000) }, [1]],
    ['MakeList', 'List', { Item0: 'x'.repeat(1_000_000) }, []],
  ])('also in %s', (category, output, values, expected) => {
    const { value, runtime } = evaluatePureNode(category, values, output);
    expect(value).toEqual(expected);
    expect(runtime.messages()).toHaveLength(1);
  });
});
