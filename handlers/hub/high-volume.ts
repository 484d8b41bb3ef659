import { events } from '#spec/events.ts';
import type { EventSpec } from '#spec/contract/message.ts';
import type { Envelope } from '#spec/events.ts';

const highVolume: ReadonlySet<string> = new Set(
  Object.entries<EventSpec>(events).flatMap(([type, spec]) => (spec.highVolume ? [type] : [])),
);

/** Whether the event is of a kind that may be coalesced, and skipped for a slow consumer. */
export const isHighVolume = (event: Pick<Envelope, 'type'>): boolean => highVolume.has(event.type);
