import { type Backpressure, createBackpressure } from '../delivery/backpressure.ts';
import { createFrame, type EncodedMessage } from '../protocol/websocket-frame.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { OutgoingBatch } from '../delivery/outgoing-batch.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { HubCodec, ServerMessage } from '../protocol/hub-codec.ts';
import type { Transport } from './transport.ts';
import type { FlushBatch } from './turn-scheduling.ts';

interface OutboundWriterOptions {
  readonly transport: Transport;
  readonly codec: HubCodec;
  readonly limits: HubLimits;
  readonly scheduler: Scheduler;
  readonly flushBatch: FlushBatch;
  /** Called when the consumer has been slow for too long. */
  readonly onTooSlow: () => void;
}

/** Writes everything that is sent on a connection. */
export const createOutboundWriter = (options: OutboundWriterOptions) => {
  const { transport, codec, limits, scheduler, flushBatch, onTooSlow } = options;
  let queued: EncodedMessage[] = [];
  let queuedCalls = 0;
  let lastWriteAt = scheduler.now();
  /** Absent while the consumer keeps up, so that each delivery is only a single write. */
  let backpressure: Backpressure | undefined;

  const write = (bytes: Buffer, messages: number, counted: number, now: number) => {
    transport.write(bytes, counted);
    lastWriteAt = now;
    if (!backpressure && transport.getBufferedBytes() > 0)
      backpressure = createBackpressure(transport, limits, scheduler, onTooSlow);
    backpressure?.addWritten(messages, bytes.length);
  };
  const isSlow = (): boolean => {
    if (backpressure?.isRelieved()) backpressure = undefined;
    return backpressure?.checkSlow() ?? false;
  };
  const flush = () => {
    if (queued.length === 0) return;
    const messages = queued;
    const counted = queuedCalls;
    queued = [];
    queuedCalls = 0;
    write(createFrame(messages, codec.format), messages.length, counted, scheduler.now());
    isSlow();
  };

  return {
    /** Writes the queued messages. */
    flush,
    /** The time of the last write on the scheduler's clock. */
    get lastWriteAt(): number {
      return lastWriteAt;
    },
    /** Queues a message. At the end of a turn, the turn's messages are sent in one frame after its events. */
    enqueue(message: ServerMessage) {
      if (queued.length === 0) flushBatch.addResponses(flush);
      queued.push(codec.encode(message));
      if (message.kind === 'invocation' || message.kind === 'completion') queuedCalls += 1;
    },
    /**
     * Writes events. If the consumer is slow, some events are left out.
     * @param now the current time, which is read only once for all consumers of the same events
     */
    deliverBatch(outgoing: OutgoingBatch, now: number = scheduler.now()) {
      const { events } = outgoing;
      const isSlowNow = isSlow();
      const remaining = backpressure ? backpressure.shed(events, isSlowNow) : events;
      const { length } = remaining;
      if (length === 0) return;
      write(
        remaining === events ? outgoing.frame : outgoing.encodeOthers(remaining).frame,
        length,
        length,
        now,
      );
    },
    stop: (): void => backpressure?.stop(),
  };
};
