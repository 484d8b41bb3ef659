import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ClipTracks } from './clip-tracks.tsx';
import { PlaybackTimeBar } from './playback-time-bar.tsx';
import type { AnimationPlayer } from './animation-player.ts';
import type { LayerRow } from './playback-store.ts';
import type { TimeScale } from './time-scale.ts';

interface LayerRowViewProps {
  readonly row: LayerRow;
  readonly player: AnimationPlayer;
  readonly scale: TimeScale;
  /** Whether the row is the one that the playhead and the bar above show. */
  readonly isCurrent: boolean;
  readonly isExpanded: boolean;
  readonly onChoose: () => void;
  readonly onMove: (seconds: number) => void;
}

/** A playback of the object: what it is on the left, and its bar in the timeline. */
export const LayerRowView = (props: LayerRowViewProps) => {
  const { row, player, scale, isCurrent, isExpanded, onChoose, onMove } = props;
  const { playback, reason } = row;
  const { playbackId, clip, layer, state, loopMode, loops, effectiveWeight, additive, group, mask } =
    playback;
  const isLive = reason === undefined;
  const isPaused = state === 'paused';
  const text = [
    clip,
    loops > 0 ? `${loopMode} ×${loops}` : loopMode,
    isLive && `weight ${effectiveWeight.toFixed(2)}`,
    additive && 'additive',
    group && `group ${group}`,
    mask && `mask ${mask}`,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <li
      class={`layer ${isLive ? state : 'ended'} ${isCurrent ? 'current' : ''}`}
      aria-label={`Layer ${layer}: ${clip}`}
    >
      <div class="timeline-row">
        <div class="row-label">
          <button
            type="button"
            class="clip-name"
            aria-expanded={isExpanded}
            title="Animated properties"
            onClick={() => {
              onChoose();
              if (isExpanded) player.clips.close();
              else void player.clips.open(clip);
            }}
          >
            <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} class="small" />
            {clip}
          </button>
          <span class="badge" title="Layer">
            {layer}
          </span>
          <span class="state">{isLive ? state : `ended, ${reason}`}</span>
          {isLive && (
            <>
              <Button
                icon={isPaused ? 'play' : 'pause'}
                label={`${isPaused ? 'Resume' : 'Pause'} ${clip}`}
                disabled={state === 'held'}
                onClick={() =>
                  void player.runAction(isPaused ? 'animation.resume' : 'animation.pause', { playbackId })
                }
              />
              <Button
                icon="square"
                label={`Stop ${clip}`}
                onClick={() => void player.runAction('animation.stop', { playbackId })}
              />
            </>
          )}
        </div>
        <PlaybackTimeBar
          {...{ playback, isLive, player, scale, text }}
          onMove={isCurrent ? onMove : undefined}
        />
      </div>
      {isExpanded && <ClipTracks player={player} scale={scale} />}
    </li>
  );
};
