import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { isHighVolume } from '../high-volume.ts';
import { createMissed } from '../missed.ts';
import type { LinkEvent } from '#spec/runtime-link/messages.ts';
import type { RaisedEvent } from '../protocol.ts';
import type { Unsent } from '../target-end.ts';
import type { LinkWire } from './wire.ts';

/** What a message of events brings. */
interface EventsMessage {
  readonly number: number;
  readonly events: readonly LinkEvent[];
  readonly skipped?: number;
}

/** Lets events through as fast as they are taken. */
interface EventGate {
  add(batch: readonly RaisedEvent[]): void;
  /** So many events were lost before those that are added next. */
  skip(count: number): void;
  /** Sends what was held back. */
  flush(): void;
  /** Takes what was not sent, where the wire is gone. */
  takeUnsent(): Unsent;
}

/**
 * While too much waits on the wire, high-volume events are left out and counted, and others held back; where these are too
 * many, the oldest are left out and counted, too.
 * @param send whether a message is small enough to be taken; one of many events is sent in parts when it is not
 */
export const createEventGate = (wire: LinkWire, send: (message: EventsMessage) => boolean): EventGate => {
  const held = createMissed();
  let isHolding = false;
  let skipped = 0;
  let number = 0;

  const pass = (events: readonly LinkEvent[]): void => {
    const message = { number: number + 1, events, ...(skipped > 0 && { skipped }) };
    if (send(message)) {
      number += 1;
      skipped = 0;
    } else if (events.length > 1) {
      const middle = Math.ceil(events.length / 2);
      pass(events.slice(0, middle));
      pass(events.slice(middle));
    } else {
      skipped += 1;
    }
  };
  const passOn = (batch: readonly RaisedEvent[]): void =>
    pass(batch.map(({ type, tick, time, data }) => ({ type, tick, time, data })));

  return {
    add(batch) {
      if (!isHolding && wire.waiting <= linkLimits.waitingBytes) return passOn(batch);
      isHolding = true;
      skipped += batch.filter(isHighVolume).length + held.add(batch);
    },
    skip(count) {
      skipped += count;
    },
    flush() {
      if (!isHolding) return;
      isHolding = false;
      for (const batch of held.take()) passOn(batch);
      if (skipped > 0) pass([]);
    },
    takeUnsent() {
      const unsent = { batches: held.take(), skipped };
      skipped = 0;
      return unsent;
    },
  };
};
