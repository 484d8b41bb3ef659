import { events } from '#spec/events.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';

const highVolumeTypes: ReadonlySet<string> = new Set(
  Object.entries<EventSpec>(events).flatMap(([type, spec]) => (spec.highVolume ? [type] : [])),
);

/** Returns whether events of this type may be coalesced, or skipped for slow clients. */
export const isHighVolumeEvent = ({ type }: { readonly type: string }): boolean => highVolumeTypes.has(type);
