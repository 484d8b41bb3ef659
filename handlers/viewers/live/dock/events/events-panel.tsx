import { signal } from '@preact/signals';
import { useLivePage } from '../../app/live-page-context.ts';
import { DetailPane } from '../shared/detail-pane.tsx';
import { LogRowList } from '../shared/log-row-list.tsx';
import { EventFilterBar } from './event-filter-bar.tsx';
import { createEventLog } from './event-log-store.ts';
import { EventRowView } from './event-row.tsx';
import type { Signal } from '@preact/signals';
import type { OpenPanel } from '../dock-tab.ts';
import type { EventEnvelope, EventLog } from './event-log-store.ts';

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

/** Shows the hub's events as they arrive. */
const EventsPanel = ({ log, selectedEvent }: EventsPanelProps) => {
  const { graphs } = useLivePage();
  const { rows, dropped } = log.visibleRows.value;
  const names = new Map(graphs.list.value.map(({ id, name }) => [id, name]));
  return (
    <>
      <EventFilterBar log={log} />
      <div class={selectedEvent.value ? 'split' : 'whole'}>
        {rows.length === 0 ? (
          <p class="empty">No events yet. Run a graph or an action.</p>
        ) : (
          <LogRowList
            label="Events"
            rows={rows}
            dropped={dropped}
            renderRow={(row) => (
              <EventRowView
                key={row.key}
                row={row}
                names={names}
                selectedEvent={selectedEvent}
                pause={log.pause}
              />
            )}
          />
        )}
        {selectedEvent.value && (
          <DetailPane
            title={selectedEvent.value.type}
            text={JSON.stringify(selectedEvent.value, undefined, 2)}
            onClose={() => {
              selectedEvent.value = undefined;
            }}
          />
        )}
      </div>
    </>
  );
};
