import type { SceneEvent } from '#spec/client/index.ts';

interface RecentEventListProps<Event extends SceneEvent> {
  readonly label: string;
  readonly events: readonly Event[];
  /** What an event is, in one line. */
  readonly describe: (event: Event) => string;
  /** Stands in the place of events before there are any. */
  readonly hint: string;
}

/** What came from a device last; each event opens to all that it tells. */
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
