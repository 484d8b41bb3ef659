import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { isHighVolumeEvent } from '../high-volume-events.ts';
import { createOfflineBuffer } from '../offline-buffer.ts';
import type { LinkEvent } from '#spec/runtime-link/messages.ts';
import type { RaisedEvent } from '../runtime-link.ts';
import type { UnsentEvents } from '../runtime-endpoint.ts';
import type { LinkTransport } from './link-transport.ts';

/** What a message of events brings. */
interface EventsMessage {
  readonly number: number;
  readonly events: readonly LinkEvent[];
  readonly skipped?: number;
}

/** Lets events through as fast as they are taken. */
interface EventSender {
  add(batch: readonly RaisedEvent[]): void;
  /** So many events were lost before those that are added next. */
  skip(count: number): void;
  /** Sends what was held back. */
  flush(): void;
  /** Takes what was not sent, where the wire is gone. */
  takeUnsent(): UnsentEvents;
}

/**
 * While too much waits on the wire, high-volume events are left out and counted, and others held back; where these are too
 * many, the oldest are left out and counted, too.
 * @param send whether a message is small enough to be taken; one of many events is sent in parts when it is not
 */
export const createEventSender = (
  wire: LinkTransport,
  send: (message: EventsMessage) => boolean,
): EventSender => {
  const held = createOfflineBuffer();
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
      if (!isHolding && wire.bufferedBytes <= linkLimits.waitingBytes) return passOn(batch);
      isHolding = true;
      skipped += batch.filter(isHighVolumeEvent).length + held.add(batch);
    },
    skip(count) {
      skipped += count;
    },
    flush() {
      if (!isHolding) return;
      isHolding = false;
      for (const batch of held.drain()) passOn(batch);
      if (skipped > 0) pass([]);
    },
    takeUnsent() {
      const unsent = { batches: held.drain(), skipped };
      skipped = 0;
      return unsent;
    },
  };
};
