import { events } from '#spec/events.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';

const highVolumeTypes: ReadonlySet<string> = new Set(
  Object.entries<EventSpec>(events).flatMap(([type, spec]) => (spec.highVolume ? [type] : [])),
);

/** Whether the event is of a kind that may be coalesced, and skipped for whoever cannot keep up. */
export const isHighVolumeEvent = ({ type }: { readonly type: string }): boolean => highVolumeTypes.has(type);
