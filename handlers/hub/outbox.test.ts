import { expect, it } from 'vitest';
import { jsonCodec } from './json-codec.ts';
import { defaultLimits } from './limits.ts';
import { createOutbox } from './outbox.ts';
import { pack } from './parcel.ts';
import { turn } from './testing/fake-hub.ts';
import { createFakeWire } from './testing/fake-wire.ts';
import { createSteppedScheduler } from './testing/stepped-scheduler.ts';

it('keeps the order in which messages and events were handed over, and joins what it can', async () => {
  const wire = createFakeWire();
  const outbox = createOutbox({
    wire,
    codec: jsonCodec,
    limits: defaultLimits,
    scheduler: createSteppedScheduler(),
    onWrite: () => {},
    onTooSlow: () => {},
  });
  const event = { type: 'graph.running', id: 's1-1', streamId: 's1', seq: 1, tick: 1, time: 0, data: {} };
  outbox.post({ kind: 'ping' });
  outbox.post({ kind: 'completion', invocationId: '1' });
  outbox.deliver(pack(jsonCodec, [event]));
  outbox.post({ kind: 'ping' });
  await turn();
  expect(wire.frames.map((records) => records.map(({ type }) => type))).toEqual([[6, 3], [1], [6]]);
});
