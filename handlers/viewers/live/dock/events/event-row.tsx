import { formatEventData, describeEventSubject } from './describe-event.ts';
import type { Signal } from '@preact/signals';
import type { EventEnvelope, EventLogRow } from './event-log-store.ts';

interface EventRowProps {
  readonly row: EventLogRow;
  /** The names of graphs, keyed by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly selectedEvent: Signal<EventEnvelope | undefined>;
  /** Pauses the list, so that a row doesn't move away while the user clicks it. */
  readonly pause: () => void;
}

/** The maximum number of characters of an event's data that a row shows. */
const maxDataChars = 300;

/** Renders an event as one row, or a mark that shows where events may be missing. */
export const EventRowView = ({ row: { event, gap }, names, selectedEvent, pause }: EventRowProps) => {
  if (!event) {
    const span = gap?.from === undefined ? '' : `, ${gap.from} to ${gap.to}`;
    return (
      <li class="row gap">
        Events may be missing here: {gap?.reason}
        {span}
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        class="row"
        aria-pressed={selectedEvent.value === event}
        onPointerDown={pause}
        onClick={() => {
          selectedEvent.value = selectedEvent.value === event ? undefined : event;
        }}
      >
        <span class="quiet number" title="Sequence number">
          {event.seq}
        </span>
        <span class="quiet number" title="Tick">
          {event.tick}
        </span>
        <span class={`kind ${event.type.split('.')[0]}`}>{event.type}</span>
        <span>{describeEventSubject(event, names)}</span>
        <span class="quiet">
          {event.coalesced !== undefined && (
            <b class="badge" title="Number of events from one source that this one stands for">
              ×{event.coalesced}
            </b>
          )}{' '}
          {formatEventData(event).slice(0, maxDataChars)}
        </span>
      </button>
    </li>
  );
};
