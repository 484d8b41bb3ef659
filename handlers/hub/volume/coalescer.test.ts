import { expect, it } from 'vitest';
import { envelopeOf } from '#runtime/controller/bus/bus.ts';
import { createCoalescer } from './coalescer.ts';
import { nodeDone } from '../testing-events.ts';
import type { Envelope } from '#spec/events.ts';

it('lets an event leave when its interval is over, even if nobody asked for due events in time', () => {
  const coalescer = createCoalescer(50);
  const leaving: (Envelope | undefined)[] = [];
  for (const [index, now] of [0, 10, 70, 80].entries())
    leaving.push(coalescer.offer(envelopeOf('s1', index + 1, nodeDone('n1')), now));
  expect(leaving.map((event) => event && [event.seq, event.coalesced])).toEqual([
    [1, undefined],
    undefined,
    [3, 2],
    undefined,
  ]);
  expect(coalescer.next).toBe(120);
  expect(coalescer.takeDue(120).map(({ seq }) => seq)).toEqual([4]);
});
