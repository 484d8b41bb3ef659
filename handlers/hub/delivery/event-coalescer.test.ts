import { expect, it } from 'vitest';
import { toEventEnvelope } from '../../controller/bus/event-bus.ts';
import { createEventCoalescer } from './event-coalescer.ts';
import { createNodeDone } from '../testing-events.ts';
import type { Envelope } from '#spec/events.ts';

it('releases an event when its interval ends, even if due events are requested late', () => {
  const coalescer = createEventCoalescer(50);
  const sent: (Envelope | undefined)[] = [];
  for (const [index, now] of [0, 10, 70, 80].entries())
    sent.push(coalescer.offer(toEventEnvelope('s1', index + 1, createNodeDone('n1')), now));
  expect(sent.map((event) => event && [event.seq, event.coalesced])).toEqual([
    [1, undefined],
    undefined,
    [3, 2],
    undefined,
  ]);
  expect(coalescer.nextDueAt).toBe(120);
  expect(coalescer.takeDue(120).map(({ seq }) => seq)).toEqual([4]);
});
