import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createEventFeed, outsideGraphs } from './event-feed.ts';
import type { SceneHub } from '#spec/client/index.ts';

type TestEvent = { type: string; time?: number; graphId?: string; coalesced?: number };

const createFeed = () => {
  const subscribed: (readonly string[])[] = [];
  let emit = (_: TestEvent): void => {};
  let endSecond = (): void => {};
  const hub = {
    subscribe: async (patterns: readonly string[], listener: (event: TestEvent) => void) => {
      subscribed.push(patterns);
      emit = (event) => listener({ time: 0, ...event });
      return { unmatched: [], end: async () => {} };
    },
  };
  const feed = createEventFeed({
    session: { hub: signal(hub as unknown as SceneHub) },
    notices: { showError() {} },
    everySecond(work) {
      endSecond = work;
    },
  });
  return { feed, subscribed, emit: (event: TestEvent) => emit(event), endSecond: () => endSecond() };
};

it('shares one subscription among all listeners', () => {
  const { feed, subscribed, emit } = createFeed();
  const heard: string[] = [];
  feed.listen(({ type }) => heard.push(`a ${type}`));
  const stop = feed.listen(({ type }) => heard.push(`b ${type}`));
  emit({ type: 'graph.running' });
  stop();
  emit({ type: 'graph.stopped' });
  expect(subscribed).toEqual([['*']]);
  expect(heard).toEqual(['a graph.running', 'b graph.running', 'a graph.stopped']);
});

it('counts the events of each second by family and by graph, with those that were coalesced', () => {
  const { feed, emit, endSecond } = createFeed();
  emit({ type: 'node.done', graphId: 'g', coalesced: 5 });
  emit({ type: 'node.executing', graphId: 'g' });
  emit({ type: 'tween.completed' });
  expect(feed.rates.value.history).toEqual([]);
  endSecond();
  const { byFamily, byGraph, history } = feed.rates.value;
  expect([...byFamily]).toEqual([
    ['node', 6],
    ['tween', 1],
  ]);
  expect(byGraph.get('g')).toMatchObject({ history: [6] });
  expect(byGraph.get(outsideGraphs)).toMatchObject({ history: [1] });
  expect(history).toEqual([7]);
  endSecond();
  expect(feed.rates.value.history).toEqual([7, 0]);
  expect(feed.rates.value.byFamily.get('node')).toBe(0);
});

it('publishes nothing while nothing happens, and keeps a bounded history', () => {
  const { feed, emit, endSecond } = createFeed();
  const first = feed.rates.value;
  endSecond();
  expect(feed.rates.value).toBe(first);
  emit({ type: 'scene.activated', graphId: 'g' });
  for (let i = 0; i < 100; i += 1) endSecond();
  expect(feed.rates.value.history.length).toBe(40);
  expect(feed.rates.value.byGraph.has('g')).toBe(false);
});

it('knows how long a graph has been running, if it has seen the start', () => {
  const { feed, emit, endSecond } = createFeed();
  emit({ type: 'graph.running', graphId: 'g', time: 10 });
  emit({ type: 'node.done', graphId: 'g', time: 12.5 });
  emit({ type: 'node.done', graphId: 'other', time: 12.5 });
  endSecond();
  expect(feed.rates.value.byGraph.get('g')?.runSeconds).toBe(2.5);
  expect(feed.rates.value.byGraph.get('other')?.runSeconds).toBeUndefined();
});
