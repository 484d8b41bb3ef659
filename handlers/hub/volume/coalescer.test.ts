import { expect, it } from 'vitest';
import { createEventBus } from '#runtime/controller/bus/bus.ts';
import { createCoalescer } from './coalescer.ts';
import { nodeDone } from '../testing-events.ts';
import type { Envelope } from '#spec/events.ts';

it('lets an event leave when its interval is over, even if nobody asked for due events in time', () => {
  const coalescer = createCoalescer(50);
  const bus = createEventBus('s1');
  const leaving: (Envelope | undefined)[] = [];
  const offerAt = (now: number) => {
    const unsubscribe = bus.subscribe(([event]) => leaving.push(coalescer.offer(event!, now)));
    bus.publish([nodeDone('n1')]);
    unsubscribe();
  };
  for (const now of [0, 10, 70, 80]) offerAt(now);
  expect(leaving.map((event) => event && [event.seq, event.coalesced])).toEqual([
    [1, undefined],
    undefined,
    [3, 2],
    undefined,
  ]);
  expect(coalescer.next).toBe(120);
  expect(coalescer.takeDue(120).map(({ seq }) => seq)).toEqual([4]);
});
