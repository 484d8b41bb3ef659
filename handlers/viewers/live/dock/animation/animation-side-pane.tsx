import { ClipDetails } from './clip-details.tsx';
import { describePlaybackEvent } from './describe-playback-event.ts';
import type { AnimationPlayer } from './animation-player.ts';

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
