import { createBacklog } from '../volume/backlog.ts';
import { type Encoded, frame } from '../protocol/frame.ts';
import { createSlowConsumer } from '../volume/slow-consumer.ts';
import { createThinning } from '../volume/thinning.ts';
import type { HubCodec, ServerMessage } from '../protocol/codec.ts';
import type { HubLimits } from '../limits.ts';
import type { Line } from './line.ts';
import type { Parcel } from '../volume/parcel.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Turn } from './turn.ts';

/** Everything that leaves on one connection. */
interface Outlet {
  /** Messages posted in one turn leave in one frame at its end, behind the events of the turn. */
  post(message: ServerMessage): void;
  /** Writes what was posted so far. */
  flush(): void;
  /** Writes events; a slow consumer gets fewer of them. */
  deliver(parcel: Parcel): void;
  stop(): void;
}

interface OutletParts {
  readonly line: Line;
  readonly codec: HubCodec;
  readonly limits: HubLimits;
  readonly scheduler: Scheduler;
  readonly turn: Turn;
  /** Something was written. */
  readonly onWrite: () => void;
  /** The consumer has been slow for too long. */
  readonly onTooSlow: () => void;
}

export const createOutlet = (parts: OutletParts): Outlet => {
  const { line, codec, limits, scheduler, turn, onWrite, onTooSlow } = parts;
  const backlog = createBacklog(line, limits);
  const consumer = createSlowConsumer(backlog, limits, scheduler, onTooSlow);
  const thinning = createThinning();
  let posted: Encoded[] = [];
  let ofCalls = 0;

  const write = (bytes: Buffer, messages: number, counted: number) => {
    line.write(bytes, counted);
    backlog.wrote(messages, bytes.length);
    onWrite();
  };
  const flush = () => {
    if (posted.length === 0) return;
    const messages = posted;
    const counted = ofCalls;
    posted = [];
    ofCalls = 0;
    write(frame(messages, codec.format), messages.length, counted);
    consumer.check();
  };

  return {
    flush,
    post(message) {
      if (posted.length === 0) turn.answers(flush);
      posted.push(codec.encode(message));
      if (message.kind === 'invocation' || message.kind === 'completion') ofCalls += 1;
    },
    deliver(parcel) {
      const slow = consumer.check();
      const events = thinning.thin(parcel.events, slow);
      const { length } = events;
      if (length === 0) return;
      write(events === parcel.events ? parcel.frame : parcel.repack(events).frame, length, length);
    },
    stop: consumer.stop,
  };
};
