import { type Encoded, frame } from '../protocol/frame.ts';
import { createLag, type Lag } from '../volume/lag.ts';
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
  /**
   * Writes events; a slow consumer gets fewer of them.
   * @param now read once for all who get the same
   */
  deliver(parcel: Parcel, now?: number): void;
  /** When something was written last, on the clock of the scheduler. */
  readonly wroteAt: number;
  stop(): void;
}

interface OutletParts {
  readonly line: Line;
  readonly codec: HubCodec;
  readonly limits: HubLimits;
  readonly scheduler: Scheduler;
  readonly turn: Turn;
  /** The consumer has been slow for too long. */
  readonly onTooSlow: () => void;
}

export const createOutlet = (parts: OutletParts): Outlet => {
  const { line, codec, limits, scheduler, turn, onTooSlow } = parts;
  let posted: Encoded[] = [];
  let ofCalls = 0;
  let wroteAt = scheduler.now();
  /** Absent while the consumer keeps up, which makes a delivery one write and nothing else that would have to be fetched. */
  let lag: Lag | undefined;

  const write = (bytes: Buffer, messages: number, counted: number, now: number) => {
    line.write(bytes, counted);
    wroteAt = now;
    if (!lag && line.buffered() > 0) lag = createLag(line, limits, scheduler, onTooSlow);
    lag?.wrote(messages, bytes.length);
  };
  /** Whether the consumer lags past the mark just now. */
  const isSlow = (): boolean => {
    if (lag?.isOver()) lag = undefined;
    return lag?.check() ?? false;
  };
  const flush = () => {
    if (posted.length === 0) return;
    const messages = posted;
    const counted = ofCalls;
    posted = [];
    ofCalls = 0;
    write(frame(messages, codec.format), messages.length, counted, scheduler.now());
    isSlow();
  };

  return {
    flush,
    get wroteAt() {
      return wroteAt;
    },
    post(message) {
      if (posted.length === 0) turn.answers(flush);
      posted.push(codec.encode(message));
      if (message.kind === 'invocation' || message.kind === 'completion') ofCalls += 1;
    },
    deliver(parcel, now = scheduler.now()) {
      const { events } = parcel;
      const slow = isSlow();
      const thinned = lag ? lag.thin(events, slow) : events;
      const { length } = thinned;
      if (length === 0) return;
      write(thinned === events ? parcel.frame : parcel.repack(thinned).frame, length, length, now);
    },
    stop: () => lag?.stop(),
  };
};
