import { signal, type Signal } from '@preact/signals';
import { type OpenPanel, useLivePage } from '../../app/live-page-context.ts';
import { LogView } from '../shared/log-view.tsx';
import { createEventLog, type EventEnvelope, type EventLog, type EventLogRow } from './event-log-store.ts';

/** Creates the panel, which listens for events from now on. */
export const openEventsPanel: OpenPanel = ({ session, notices }) => {
  const log = createEventLog({ session, notices, nextFrame: requestAnimationFrame });
  const selectedEvent = signal<EventEnvelope>();
  return () => <EventsPanel log={log} selectedEvent={selectedEvent} />;
};

interface EventsPanelProps {
  readonly log: EventLog;
  readonly selectedEvent: Signal<EventEnvelope | undefined>;
}

const EventsPanel = ({ log, selectedEvent }: EventsPanelProps) => {
  const { graphs } = useLivePage();
  const { rows, dropped } = log.visibleRows.value;
  const names = new Map(graphs.list.value.map(({ id, name }) => [id, name]));
  return (
    <>
      <EventFilterBar log={log} />
      <LogView
        label="Events"
        emptyText="No events yet. Run a graph or an action."
        rows={rows}
        dropped={dropped}
        renderRow={(row) => (
          <EventRow key={row.key} row={row} names={names} selectedEvent={selectedEvent} pause={log.pause} />
        )}
        selected={selectedEvent}
        getTitle={({ type }) => type}
        getText={(event) => JSON.stringify(event, undefined, 2)}
      />
    </>
  );
};

const EventFilterBar = ({ log }: { readonly log: EventLog }) => {
  const unmatched = log.unmatched.value;
  return (
    <div class="bar">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          log.follow(String(new FormData(event.currentTarget).get('pattern') ?? ''));
        }}
      >
        <label>
          Pattern
          <input
            name="pattern"
            defaultValue={log.pattern.peek()}
            autocomplete="off"
            spellcheck={false}
            title="For example graph.* or tween.completed; separate several with commas"
            onBlur={({ currentTarget }) => log.follow(currentTarget.value)}
          />
        </label>
      </form>
      {unmatched.length > 0 && (
        <span class="hint" role="status">
          No kind of event matches {unmatched.map((pattern) => `'${pattern}'`).join(', ')}.
        </span>
      )}
      <span class="end quiet">
        {log.isPaused.value
          ? `${log.pendingCount.value} more since the pause`
          : `${log.visibleRows.value.rows.length} shown`}
      </span>
      <button
        type="button"
        aria-pressed={log.isPaused.value}
        onClick={() => (log.isPaused.value ? log.resume() : log.pause())}
      >
        {log.isPaused.value ? 'Resume' : 'Pause'}
      </button>
      <button type="button" onClick={log.clear}>
        Clear
      </button>
    </div>
  );
};

interface EventRowProps {
  readonly row: EventLogRow;
  /** The names of graphs, keyed by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly selectedEvent: Signal<EventEnvelope | undefined>;
  /** Pauses the list, so that a row doesn't move away while the user clicks it. */
  readonly pause: () => void;
}

const maxDataChars = 300;

/** Renders an event as one row, or a mark that shows where events may be missing. */
const EventRow = ({ row: { event, gap }, names, selectedEvent, pause }: EventRowProps) => {
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

/**
 * Summarizes an event's subject: the graph's name, and the object, clip and group if present.
 * @param names the names of graphs, keyed by id
 */
const describeEventSubject = (
  { graphId, object, clip, group }: EventEnvelope,
  names: ReadonlyMap<string, string>,
): string => {
  const graph = graphId === undefined ? undefined : (names.get(graphId) ?? graphId);
  return [graph, object, clip, group].filter((part) => part !== undefined).join(' · ');
};

const formatEventData = (event: EventEnvelope): string =>
  Object.entries(event.data)
    .filter(([name]) => !(name in event))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('  ');
