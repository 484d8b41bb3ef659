import { formatSeconds } from './playhead.ts';
import type { AnimationPlayer } from './animation-player.ts';
import type { ClipInfo, PlaybackEvent } from './playback-store.ts';

/** Shows the playback events, or the tracks of the clip that is open. */
export const AnimationSidePane = ({ player: { clips, playbacks } }: { readonly player: AnimationPlayer }) => {
  if (clips.openClip.value) return <ClipDetails clip={clips.openClip.value} onClose={clips.close} />;
  const events = playbacks.recentEvents.value;
  return (
    <section class="side" aria-label="Playback events">
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
};

interface ClipDetailsProps {
  readonly clip: ClipInfo;
  readonly onClose: () => void;
}

/** If there are more tracks than this, the others are only counted. */
const maxListedTracks = 200;

/** Shows a clip's length and what it animates. */
const ClipDetails = ({ clip: { name, duration, tracks }, onClose }: ClipDetailsProps) => (
  <section class="side" aria-label={`Tracks of ${name}`}>
    <header>
      <h3>{name}</h3>
      <span class="quiet">{formatSeconds(duration)}</span>
      <button type="button" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </header>
    {tracks.length === 0 && <p class="quiet">This clip animates nothing.</p>}
    <ol>
      {tracks.slice(0, maxListedTracks).map(({ target, component, property, type, interpolation, keys }) => (
        <li
          key={`${target} ${component} ${property}`}
          title={`${target} ${component} ${property}: ${keys} keys, ${type}, ${interpolation}`}
        >
          {component === 'Transform' ? property : `${component} ${property}`}{' '}
          <span class="quiet">{target}</span>
        </li>
      ))}
    </ol>
    {tracks.length > maxListedTracks && <p class="quiet">and {tracks.length - maxListedTracks} more</p>}
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
