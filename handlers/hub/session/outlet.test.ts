import { expect, it } from 'vitest';
import { jsonCodec } from '../protocol/json-codec.ts';
import { defaultLimits } from '../limits.ts';
import { createPlainLine } from './line.ts';
import { createOutlet } from './outlet.ts';
import { pack } from '../volume/parcel.ts';
import { createFakeWire } from '../testing-wire.ts';
import { createSteppedScheduler } from '../testing-scheduler.ts';
import { createTurn } from './turn.ts';

it('writes events when they are handed over, and joins messages to one frame at the end of the turn', () => {
  const wire = createFakeWire();
  const scheduler = createSteppedScheduler();
  const outlet = createOutlet({
    line: createPlainLine(wire),
    codec: jsonCodec,
    limits: defaultLimits,
    scheduler,
    turn: createTurn(scheduler, () => {}),
    onTooSlow: () => {},
  });
  const event = { type: 'graph.running', id: 's1-1', streamId: 's1', seq: 1, tick: 1, time: 0, data: {} };
  outlet.post({ kind: 'ping' });
  outlet.post({ kind: 'completion', invocationId: '1' });
  outlet.deliver(pack(jsonCodec, [event]));
  outlet.post({ kind: 'ping' });
  scheduler.endTurn();
  expect(wire.frames.map((records) => records.map(({ type }) => type))).toEqual([[1], [6, 3, 6]]);
});
