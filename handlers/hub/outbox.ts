import { createBacklog } from './backlog.ts';
import { frame } from './frame.ts';
import { pack } from './parcel.ts';
import { createSlowConsumer } from './slow-consumer.ts';
import { createThinning } from './thinning.ts';
import type { HubCodec, ServerMessage } from './codec.ts';
import type { HubLimits } from './limits.ts';
import type { Parcel } from './parcel.ts';
import type { Scheduler } from './scheduler.ts';
import type { Wire } from './wire.ts';

/** Everything that leaves on one connection, in the order in which it was handed over. */
export interface Outbox {
  /** Messages posted in one turn leave in one frame. */
  post(message: ServerMessage): void;
  /** Writes what was posted so far. */
  flush(): void;
  /** Writes events; a slow consumer gets fewer of them. */
  deliver(parcel: Parcel): void;
  stop(): void;
}

export interface OutboxParts {
  readonly wire: Wire;
  readonly codec: HubCodec;
  readonly limits: HubLimits;
  readonly scheduler: Scheduler;
  /** Something was written. */
  readonly onWrite: () => void;
  /** The consumer has been slow for too long. */
  readonly onTooSlow: () => void;
}

export const createOutbox = ({ wire, codec, limits, scheduler, onWrite, onTooSlow }: OutboxParts): Outbox => {
  const backlog = createBacklog(wire, limits);
  const consumer = createSlowConsumer(backlog, limits, scheduler, onTooSlow);
  const thinning = createThinning();
  let posted: Buffer[] = [];

  const write = (bytes: Buffer, messages: number) => {
    wire.write(bytes);
    backlog.wrote(messages, bytes.length);
    onWrite();
  };
  const flush = () => {
    if (posted.length === 0) return;
    const messages = posted;
    posted = [];
    write(frame(messages, codec.format), messages.length);
    consumer.check();
  };

  return {
    flush,
    post(message) {
      posted.push(codec.encode(message));
      if (posted.length === 1) process.nextTick(flush);
    },
    deliver(parcel) {
      flush();
      const slow = consumer.check();
      if (!slow && thinning.idle) return write(parcel.frame, parcel.events.length);
      const events = thinning.thin(parcel.events, slow);
      if (events.length > 0) write(pack(codec, events).frame, events.length);
    },
    stop: consumer.stop,
  };
};
