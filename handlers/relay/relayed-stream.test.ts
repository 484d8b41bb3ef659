import { expect, it } from 'vitest';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { createRelayedStream } from './relayed-stream.ts';

const createEvent = (name: string): RaisedEvent =>
  ({ type: 'graph.running', tick: 1, time: 0, data: { name } }) as never;

const setUp = () => {
  const scheduler = createSteppedScheduler();
  const stream = createRelayedStream('s1', 3, scheduler);
  stream.goLive();
  const arrived: string[] = [];
  stream.subscribe((batch, first) => arrived.push(`${first}: ${batch.map(({ data }) => data.name).join()}`));
  return { scheduler, stream, arrived };
};

it('delivers each event once, however often a batch arrives', () => {
  const { stream, arrived } = setUp();
  const batch = { streamId: 's1', first: 1, count: 2, events: [createEvent('a'), createEvent('b')] };
  stream.acceptBatch(batch);
  stream.acceptBatch(batch);
  stream.acceptBatch({ streamId: 's1', first: 2, count: 2, events: [createEvent('b'), createEvent('c')] });
  expect(arrived).toEqual(['1: a,b', '3: c']);
  expect(stream.seq).toBe(3);
});

it('skips the numbers of events that were too large to be carried', () => {
  const { stream, arrived } = setUp();
  stream.acceptBatch({ streamId: 's1', first: 1, count: 3 });
  stream.acceptBatch({ streamId: 's1', first: 4, count: 1, events: [createEvent('d')] });
  expect(arrived).toEqual(['4: ', '4: d']);
});

it('holds a batch that skips unconfirmed numbers, and drops it if the service denies them', () => {
  const { stream, arrived } = setUp();
  stream.acceptBatch({ streamId: 's1', first: 9e15, count: 1, events: [createEvent('forged')] });
  stream.acceptBatch({ streamId: 's1', first: 1, count: 9e15 });
  stream.acceptBatch({ streamId: 's1', first: 6, count: 1, events: [createEvent('behind a gap')] });
  stream.acceptBatch({ streamId: 's1', first: 1, count: 1, events: [createEvent('a')] });
  expect(arrived).toEqual(['1: a']);
  stream.confirmSeq(6);
  expect(arrived).toEqual(['1: a', '6: behind a gap']);
  stream.confirmSeq(7);
  stream.confirmSeq(9e15);
  expect(arrived).toHaveLength(2);
  expect(stream.seq).toBe(6);
});

it('resolves waiting callers when their number has arrived', async () => {
  const { stream } = setUp();
  let isThere = false;
  const waiting = stream.waitForSeq(2)?.then(() => {
    isThere = true;
  });
  stream.acceptBatch({ streamId: 's1', first: 1, count: 1, events: [createEvent('a')] });
  await Promise.resolve();
  expect(isThere).toBe(false);
  stream.acceptBatch({ streamId: 's1', first: 2, count: 1, events: [createEvent('b')] });
  await waiting;
  expect(stream.waitForSeq(2)).toBeUndefined();
});

it('lets nobody wait forever', async () => {
  const { scheduler, stream } = setUp();
  const waiting = stream.waitForSeq(99);
  scheduler.advance(2_000);
  await waiting;
  expect(stream.seq).toBe(0);
});
