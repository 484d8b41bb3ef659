import type { SceneEvent } from '#spec/client/index.ts';

interface LatestListProps<Event extends SceneEvent> {
  readonly label: string;
  readonly events: readonly Event[];
  /** What an event is, in one line. */
  readonly tell: (event: Event) => string;
  /** Stands in the place of events before there are any. */
  readonly hint: string;
}

/** What came from a device last; each event opens to all that it tells. */
export const LatestList = <Event extends SceneEvent>({
  label,
  events,
  tell,
  hint,
}: LatestListProps<Event>) => (
  <ul class="latest" aria-label={label}>
    {events.map((event) => (
      <li key={event.id}>
        <details>
          <summary>{tell(event)}</summary>
          <pre>{JSON.stringify(event.data, undefined, 2)}</pre>
        </details>
      </li>
    ))}
    {events.length === 0 && <li class="quiet">{hint}</li>}
  </ul>
);
