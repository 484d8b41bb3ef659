import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGraphTabs, type GraphTabs, shortenGraphName, splitTabs } from './graph-tabs.ts';
import type { GraphSummary } from '../graphs/graph-list-store.ts';

const createGraph = (id: string, state = 'stopped') => ({ id, name: id, state }) as unknown as GraphSummary;

describe('the tabs of graphs', () => {
  const list = signal<readonly GraphSummary[]>([]);
  const openId = signal<string>();
  let tabs: GraphTabs;
  const getIds = () => tabs.list.value.map(({ id }) => id);
  beforeEach(() => {
    list.value = ['a', 'b', 'c'].map((id) => createGraph(id));
    openId.value = 'b';
    tabs = createGraphTabs({ list, openId });
  });

  it('are there for all of a few graphs, until they are closed', () => {
    expect(getIds()).toEqual(['a', 'b', 'c']);
    tabs.close('a');
    expect([getIds(), openId.value]).toEqual([['b', 'c'], 'b']);
  });

  it('open the graph beside the open one that is closed, and come back when it is opened', () => {
    tabs.close('b');
    expect([getIds(), openId.value]).toEqual([['a', 'c'], 'c']);
    tabs.close('c');
    tabs.close('a');
    expect([getIds(), openId.value]).toEqual([['a'], 'a']);
    openId.value = 'b';
    expect(getIds()).toEqual(['a', 'b']);
  });

  it('of many graphs are those that run, and then those that were opened', () => {
    list.value = Array.from({ length: 30 }, (_, at) =>
      createGraph(`g${at}`, at === 20 ? 'running' : 'stopped'),
    );
    for (const id of ['g7', 'g3']) openId.value = id;
    expect(getIds()).toEqual(['g20', 'g3', 'g7']);
  });

  it('are stepped through in a circle', () => {
    const visited = [1, 1, 1, -1].map((steps) => {
      tabs.move(steps);
      return openId.value;
    });
    expect(visited).toEqual(['c', 'a', 'b', 'a']);
  });
});

describe('the tabs that fit', () => {
  const named = ['one', 'two', 'three', 'four'].map((name) => ({ id: name, name }));
  it.each([
    [1000, 'one', ['one', 'two', 'three', 'four']],
    [370, 'one', ['one', 'two', 'three', 'four']],
    [360, 'one', ['one', 'two', 'three']],
    [250, 'one', ['one', 'two']],
    [250, 'four', ['one', 'four']],
    [20, 'three', ['three']],
  ])('into %i pixels are, with %s open, %j', (width, openId, shown) => {
    expect(splitTabs(named, { openId, width })[0].map(({ id }) => id)).toEqual(shown);
  });

  it('leave the others for a menu', () => {
    expect(splitTabs(named, { openId: 'four', width: 250 })[1].map(({ id }) => id)).toEqual(['two', 'three']);
  });
});

it.each([
  ['Graph 12', 'Graph 12'],
  ['a'.repeat(22), 'a'.repeat(22)],
  ['Another graph with a long name 7', 'Another graph…g name 7'],
  ['🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐', '🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐🪐…🪐🪐🪐🪐🪐🪐🪐🪐'],
])('the name %j is shown as %j', (name, shown) => {
  expect(shortenGraphName(name)).toBe(shown);
});
