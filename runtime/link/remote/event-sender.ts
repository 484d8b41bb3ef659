import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { isHighVolumeEvent } from '../raise-event.ts';
import { createOfflineBuffer } from '../offline-buffer.ts';
import type { LinkEvent } from '#spec/runtime-link/messages.ts';
import type { RaisedEvent } from '../runtime-link.ts';
import type { UnsentEvents } from '../runtime-endpoint.ts';
import type { LinkTransport } from './link-transport.ts';

interface EventsMessage {
  readonly number: number;
  readonly events: readonly LinkEvent[];
  readonly skipped?: number;
}

/**
 * Creates a sender. Under backpressure, the sender drops and counts high-volume events, and buffers all others. When
 * the buffer is full, the oldest events are also dropped and counted.
 * @param send returns false if the message is too large; the message is then split
 */
export const createEventSender = (transport: LinkTransport, send: (message: EventsMessage) => boolean) => {
  const backlog = createOfflineBuffer();
  let isBuffering = false;
  let skipped = 0;
  let number = 0;

  const sendBatch = (events: readonly LinkEvent[]): void => {
    const message = { number: number + 1, events, ...(skipped > 0 && { skipped }) };
    if (send(message)) {
      number += 1;
      skipped = 0;
    } else if (events.length > 1) {
      const middle = Math.ceil(events.length / 2);
      sendBatch(events.slice(0, middle));
      sendBatch(events.slice(middle));
    } else {
      skipped += 1;
    }
  };
  const sendEvents = (batch: readonly RaisedEvent[]): void =>
    sendBatch(batch.map(({ type, tick, time, data }) => ({ type, tick, time, data })));

  return {
    add(batch: readonly RaisedEvent[]) {
      if (!isBuffering && transport.bufferedBytes <= linkLimits.waitingBytes) return sendEvents(batch);
      isBuffering = true;
      skipped += batch.filter(isHighVolumeEvent).length + backlog.add(batch);
    },
    /** Counts events that were lost before the next events. */
    skip(count: number) {
      skipped += count;
    },
    flush() {
      if (!isBuffering) return;
      isBuffering = false;
      for (const batch of backlog.drain()) sendEvents(batch);
      if (skipped > 0) sendBatch([]);
    },
    /** Returns the events that had not been sent when the connection closed. */
    takeUnsent(): UnsentEvents {
      const unsent = { batches: backlog.drain(), skipped };
      skipped = 0;
      return unsent;
    },
  };
};
