import { expect, test } from 'vitest';
import { createMissed } from './missed.ts';
import type { RaisedEvent } from './protocol.ts';

const event = (type: RaisedEvent['type'], tick: number): RaisedEvent => ({ type, tick, time: 0, data: {} });

test('what is kept of an absence is bounded, and leaves out what is about a moment', () => {
  const missed = createMissed(3);
  const lost = [
    missed.add([event('console.log', 1), event('node.done', 1)]),
    missed.add([event('node.executing', 2)]),
    missed.add([event('console.log', 3), event('graph.stopped', 3), event('console.log', 3)]),
  ];
  expect(lost).toEqual([0, 0, 1]);
  expect(missed.take().map((batch) => batch.map(({ type, tick }) => [type, tick]))).toEqual([
    [
      ['console.log', 3],
      ['graph.stopped', 3],
      ['console.log', 3],
    ],
  ]);
  expect(missed.take()).toEqual([]);
});
