import { ClipDetails } from './clip-details.tsx';
import { describePlaybackEvent } from './describe-playback-event.ts';
import type { AnimationPlayer } from './animation-player.ts';

/** What was told of the playbacks; or what a clip moves, while one is open. */
export const AnimationSidePane = ({ player: { clips, playbacks } }: { readonly player: AnimationPlayer }) => {
  if (clips.openClip.value) return <ClipDetails clip={clips.openClip.value} onClose={clips.close} />;
  const told = playbacks.recentEvents.value;
  return (
    <section class="side" aria-label="What was told">
      {told.length === 0 ? (
        <p class="quiet">What happens to playbacks is told here.</p>
      ) : (
        <ol>
          {told.map((event) => (
            <li key={event.id}>
              <span class="quiet">{event.data.clip}</span> {describePlaybackEvent(event)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
