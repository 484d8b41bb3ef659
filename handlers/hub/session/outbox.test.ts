import { expect, it } from 'vitest';
import { jsonCodec } from '../protocol/json-codec.ts';
import { defaultLimits } from '../limits.ts';
import { createPlainLine } from './line.ts';
import { createOutbox } from './outbox.ts';
import { pack } from '../volume/parcel.ts';
import { createFakeWire } from '../testing/fake-wire.ts';
import { createSteppedScheduler } from '../testing/stepped-scheduler.ts';
import { createTurn } from './turn.ts';

it('writes events when they are handed over, and joins messages to one frame at the end of the turn', () => {
  const wire = createFakeWire();
  const scheduler = createSteppedScheduler();
  const outbox = createOutbox({
    line: createPlainLine(wire),
    codec: jsonCodec,
    limits: defaultLimits,
    scheduler,
    turn: createTurn(scheduler, () => {}),
    onWrite: () => {},
    onTooSlow: () => {},
  });
  const event = { type: 'graph.running', id: 's1-1', streamId: 's1', seq: 1, tick: 1, time: 0, data: {} };
  outbox.post({ kind: 'ping' });
  outbox.post({ kind: 'completion', invocationId: '1' });
  outbox.deliver(pack(jsonCodec, [event]));
  outbox.post({ kind: 'ping' });
  scheduler.endTurn();
  expect(wire.frames.map((records) => records.map(({ type }) => type))).toEqual([[1], [6, 3, 6]]);
});
