import { factsOf, subjectOf } from './subject.ts';
import type { Signal } from '@preact/signals';
import type { Envelope, EventRow } from './event-log.ts';

interface EventRowProps {
  readonly row: EventRow;
  /** Names of graphs by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly chosen: Signal<Envelope | undefined>;
  /** Lets the list stand still, so that a click meets what it was meant for. */
  readonly hold: () => void;
}

/** Characters of the data that a row shows. */
const mostShown = 300;

/** An event in one line, or where some may be missing. */
export const EventRowLine = ({ row: { event, gap }, names, chosen, hold }: EventRowProps) => {
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
        aria-pressed={chosen.value === event}
        onPointerDown={hold}
        onClick={() => {
          chosen.value = chosen.value === event ? undefined : event;
        }}
      >
        <span class="quiet number" title="Number in the stream">
          {event.seq}
        </span>
        <span class="quiet number" title="Tick">
          {event.tick}
        </span>
        <span class={`kind ${event.type.split('.')[0]}`}>{event.type}</span>
        <span>{subjectOf(event, names)}</span>
        <span class="quiet">
          {event.coalesced !== undefined && (
            <b class="badge" title="Stands for so many events of one source">
              ×{event.coalesced}
            </b>
          )}{' '}
          {factsOf(event).slice(0, mostShown)}
        </span>
      </button>
    </li>
  );
};
