import { expect, it } from 'vitest';
import { jsonCodec } from '../protocol/codecs.ts';
import { defaultHubLimits } from '../hub-limits.ts';
import { createSocketTransport } from './transport.ts';
import { createOutboundWriter } from './outbound-writer.ts';
import { createOutgoingBatch } from '../delivery/outgoing-batch.ts';
import { createFakeHubSocket } from '../testing-hub-socket.ts';
import { createSteppedScheduler } from '../testing-scheduler.ts';
import { createFlushBatch } from './turn-scheduling.ts';

it('writes events immediately, and joins messages in one frame at the end of the turn', () => {
  const socket = createFakeHubSocket();
  const scheduler = createSteppedScheduler();
  const writer = createOutboundWriter({
    transport: createSocketTransport(socket),
    codec: jsonCodec,
    limits: defaultHubLimits,
    scheduler,
    flushBatch: createFlushBatch(scheduler, () => {}),
    onTooSlow: () => {},
  });
  const event = { type: 'graph.running', id: 's1-1', streamId: 's1', seq: 1, tick: 1, time: 0, data: {} };
  writer.enqueue({ kind: 'ping' });
  writer.enqueue({ kind: 'completion', invocationId: '1' });
  writer.deliverBatch(createOutgoingBatch(jsonCodec, [event]));
  writer.enqueue({ kind: 'ping' });
  scheduler.endTurn();
  expect(socket.frames.map((records) => records.map(({ type }) => type))).toEqual([[1], [6, 3, 6]]);
});
