import { LayerControls } from './layer-controls.tsx';
import { PlaybackTimeBar } from './playback-time-bar.tsx';
import type { LayerRow } from './layer-rows.ts';
import type { AnimationPlayer } from './animation-player.ts';

interface LayerRowViewProps {
  readonly row: LayerRow;
  readonly player: AnimationPlayer;
}

/** Shows a layer with its playback, position and controls. */
export const LayerRowView = ({ row: { playback, reason }, player }: LayerRowViewProps) => {
  const { clip, layer, state, loopMode, loops, effectiveWeight, weight, additive, group, mask } = playback;
  const isLive = reason === undefined;
  const details = [
    loopMode,
    loops > 0 && `${loops} ×`,
    isLive && effectiveWeight !== weight && `weighs ${effectiveWeight.toFixed(2)}`,
    additive && 'additive',
    group && `group ${group}`,
    mask && `mask ${mask}`,
  ].filter(Boolean);
  return (
    <li class={isLive ? state : 'ended'} aria-label={`Layer ${layer}: ${clip}`}>
      <div class="what">
        <span class="badge" title="Layer">
          {layer}
        </span>
        <button
          type="button"
          class="clip"
          title="Animated properties"
          onClick={() => void player.clips.open(clip)}
        >
          {clip}
        </button>
        <span class="state">{isLive ? state : `ended, ${reason}`}</span>
        <span class="quiet facts" title={details.join(' · ')}>
          {details.join(' · ')}
        </span>
      </div>
      {isLive && <LayerControls playback={playback} act={player.runAction} />}
      <PlaybackTimeBar playback={playback} isLive={isLive} player={player} />
    </li>
  );
};
