import { signal } from '@preact/signals';
import { useLive } from '../../app/live.ts';
import { Detail } from '../parts/detail.tsx';
import { RowWindow } from '../parts/row-window.tsx';
import { EventBar } from './event-bar.tsx';
import { createEventLog } from './event-log.ts';
import { EventRowLine } from './event-row.tsx';
import type { Signal } from '@preact/signals';
import type { OpenPanel } from '../tab.ts';
import type { Envelope, EventLog } from './event-log.ts';

/** Listens from now on. */
export const openEvents: OpenPanel = ({ session, notices }) => {
  const log = createEventLog({ session, notices, nextFrame: requestAnimationFrame });
  const chosen = signal<Envelope>();
  return () => <EventsPanel log={log} chosen={chosen} />;
};

interface EventsPanelProps {
  readonly log: EventLog;
  readonly chosen: Signal<Envelope | undefined>;
}

/** The events of the hub as they come. */
const EventsPanel = ({ log, chosen }: EventsPanelProps) => {
  const { graphs } = useLive();
  const { rows, dropped } = log.shown.value;
  const names = new Map(graphs.list.value.map(({ id, name }) => [id, name]));
  return (
    <>
      <EventBar log={log} />
      <div class={chosen.value ? 'split' : 'whole'}>
        {rows.length === 0 ? (
          <p class="empty">Nothing has happened yet. Run a graph, or an action.</p>
        ) : (
          <RowWindow
            label="Events"
            rows={rows}
            dropped={dropped}
            draw={(row) => (
              <EventRowLine key={row.key} row={row} names={names} chosen={chosen} hold={log.pause} />
            )}
          />
        )}
        {chosen.value && (
          <Detail
            title={chosen.value.type}
            text={JSON.stringify(chosen.value, undefined, 2)}
            onClose={() => {
              chosen.value = undefined;
            }}
          />
        )}
      </div>
    </>
  );
};
