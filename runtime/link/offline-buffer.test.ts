import { expect, test } from 'vitest';
import { createOfflineBuffer } from './offline-buffer.ts';
import type { RaisedEvent } from './runtime-link.ts';

const createEvent = (type: RaisedEvent['type'], tick: number): RaisedEvent => ({
  type,
  tick,
  time: 0,
  data: {},
});

test('the offline buffer is bounded, and drops high-volume events', () => {
  const buffer = createOfflineBuffer(3);
  const lost = [
    buffer.add([createEvent('console.log', 1), createEvent('node.done', 1)]),
    buffer.add([createEvent('node.executing', 2)]),
    buffer.add([
      createEvent('console.log', 3),
      createEvent('graph.stopped', 3),
      createEvent('console.log', 3),
    ]),
  ];
  expect(lost).toEqual([0, 0, 1]);
  expect(buffer.drain().map((batch) => batch.map(({ type, tick }) => [type, tick]))).toEqual([
    [
      ['console.log', 3],
      ['graph.stopped', 3],
      ['console.log', 3],
    ],
  ]);
  expect(buffer.drain()).toEqual([]);
});
