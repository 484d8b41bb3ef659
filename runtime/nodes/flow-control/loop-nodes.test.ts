import { describe, expect, test } from 'vitest';
import {
  createTestRuntime,
  logNode,
  createTestGraph,
  createTestVariable,
} from '../../engine/testing-runtime.ts';

/** Creates a graph that logs every item of a list, and the end of the loop. */
const createForEachGraph = (List: (string | number)[], ...extraConnections: string[]) =>
  createTestGraph(
    { start: 'Start', each: ['ForEach', { List }], item: 'LogConsole', done: logNode('done') },
    [
      'start.Out > each.In',
      'each.Body > item.In',
      'each.Item > item.Message',
      'each.Completed > done.In',
      ...extraConnections,
    ],
  );

describe('ForEach', () => {
  test('fires Body for every item in order, then Completed', () => {
    const runtime = createTestRuntime();
    runtime.run(createForEachGraph(['a', 'b', 'c']));
    runtime.step();
    expect(runtime.messages()).toEqual(['a', 'b', 'c', 'done']);
    expect(runtime.port('each.out.Index')).toBe(2);
    expect(runtime.port('each.out.Item')).toBe('c');
  });

  test('only fires Completed for an empty list', () => {
    const runtime = createTestRuntime();
    runtime.run(createForEachGraph([]));
    runtime.step();
    expect(runtime.messages()).toEqual(['done']);
  });

  test('Break ends it after the current pass', () => {
    const runtime = createTestRuntime();
    runtime.run(createForEachGraph(['a', 'b', 'c'], 'item.Out > each.Break'));
    runtime.step();
    expect(runtime.messages()).toEqual(['a', 'done']);
  });

  test('Index counts from 0', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        { start: 'Start', each: ['ForEach', { List: ['a', 'b'] }], log: 'LogConsole', text: 'ToText' },
        ['start.Out > each.In', 'each.Body > log.In', 'each.Index > text.Value', 'text.Text > log.Message'],
      ),
    );
    runtime.step();
    expect(runtime.messages()).toEqual(['0', '1']);
  });

  test('reads the list once, even if the body changes the variable that holds it', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('items', ['a', 'b'], 'List'));
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          items: ['GetVariable', { Variable: 'items' }],
          each: 'ForEach',
          more: ['ListAppend', { Item: 'more' }],
          set: ['SetVariable', { Variable: 'items' }],
          item: 'LogConsole',
        },
        [
          'start.Out > each.In',
          'items.Value > each.List',
          'each.Body > set.In',
          'items.Value > more.List',
          'more.Result > set.Value',
          'set.Out > item.In',
          'each.Item > item.Message',
        ],
      ),
    );
    runtime.step();
    expect(runtime.messages()).toEqual(['a', 'b']);
    expect(runtime.data('variable.changed')).toEqual([
      expect.objectContaining({ value: ['a', 'b', 'more', 'more'] }),
    ]);
  });

  test('can be nested in itself', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          outer: ['ForEach', { List: ['a', 'b'] }],
          inner: ['ForEach', { List: [1, 2] }],
          both: 'Concatenate',
          log: 'LogConsole',
        },
        [
          'start.Out > outer.In',
          'outer.Body > inner.In',
          'inner.Body > log.In',
          'outer.Item > both.A',
          'inner.Item > both.B',
          'both.Result > log.Message',
        ],
      ),
    );
    runtime.step();
    expect(runtime.messages()).toEqual(['a1', 'a2', 'b1', 'b2']);
  });
});
