import type { SceneEvent } from '#spec/client/index.ts';

interface RecentEventListProps<Event extends SceneEvent> {
  readonly label: string;
  readonly events: readonly Event[];
  /** Formats an event as one line. */
  readonly describe: (event: Event) => string;
  /** The text shown while there are no events. */
  readonly hint: string;
}

/** Lists a device's latest events. Each entry can be expanded to show all of its data. */
export const RecentEventList = <Event extends SceneEvent>({
  label,
  events,
  describe,
  hint,
}: RecentEventListProps<Event>) => (
  <ul class="latest" aria-label={label}>
    {events.map((event) => (
      <li key={event.id}>
        <details>
          <summary>{describe(event)}</summary>
          <pre>{JSON.stringify(event.data, undefined, 2)}</pre>
        </details>
      </li>
    ))}
    {events.length === 0 && <li class="quiet">{hint}</li>}
  </ul>
);
