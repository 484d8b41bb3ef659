import { formatSeconds } from './playhead.ts';
import type { PlaybackEvent } from './playback-store.ts';

/** The latest events of the object's playbacks. */
export const PlaybackEvents = ({ events }: { readonly events: readonly PlaybackEvent[] }) => (
  <section class="playback-events" aria-label="Playback events">
    {events.length === 0 ? (
      <p class="quiet">Playback events appear here.</p>
    ) : (
      <ol>
        {events.map((event) => (
          <li key={event.id}>
            <span class="quiet">{event.data.clip}</span> {describePlaybackEvent(event)}
          </li>
        ))}
      </ol>
    )}
  </section>
);

export const describePlaybackEvent = (event: PlaybackEvent): string => {
  switch (event.type) {
    case 'animation.playback.started':
      return `started on layer ${event.data.layer}, ${event.data.loopMode}`;
    case 'animation.playback.completed':
      return `completed (${event.data.reason})`;
    case 'animation.playback.stopped':
      return `stopped (${event.data.reason})`;
    case 'animation.playback.looped':
      return `looped, ${event.data.loops} so far`;
    case 'animation.playback.direction.changed':
      return `turned ${event.data.direction}`;
    case 'animation.playback.marker':
      return `marker ${event.data.name} at ${formatSeconds(event.data.position)}`;
    case 'animation.playback.held':
      return 'holds its last pose';
    case 'animation.playback.paused':
      return 'paused';
    case 'animation.playback.resumed':
      return 'resumed';
  }
};
