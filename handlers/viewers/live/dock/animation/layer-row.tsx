import { useMemo, useState } from 'preact/hooks';
import { PlaybackTimeBar } from './playback-time-bar.tsx';
import { ValueField } from '../../components/value-field.tsx';
import { createLatestValueSender } from './latest-value-sender.ts';
import { LabeledControl } from './labeled-control.tsx';
import type { LayerRow, Playback } from './playback-store.ts';
import type { AnimationPlayer } from './animation-player.ts';

interface LayerRowViewProps {
  readonly row: LayerRow;
  readonly player: AnimationPlayer;
}

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

interface LayerControlsProps {
  readonly playback: Playback;
  readonly act: AnimationPlayer['runAction'];
}

/** Buttons and fields that pause, resume or stop a playback, and set its weight and speed. */
const LayerControls = ({ playback, act }: LayerControlsProps) => {
  const { playbackId, clip, state, speed } = playback;
  const isPaused = state === 'paused';
  return (
    <div class="controls">
      <button
        type="button"
        disabled={state === 'held'}
        aria-label={`${isPaused ? 'Resume' : 'Pause'} ${clip}`}
        onClick={() => void act(isPaused ? 'animation.resume' : 'animation.pause', { playbackId })}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </button>
      <button
        type="button"
        aria-label={`Stop ${clip}`}
        onClick={() => void act('animation.stop', { playbackId })}
      >
        Stop
      </button>
      <LabeledControl name="Speed">
        <ValueField
          label={`Speed of ${clip}`}
          type="Float"
          value={speed}
          onChange={(value) => void act('animation.setSpeed', { playbackId, speed: Number(value) })}
        />
      </LabeledControl>
      <WeightSlider playback={playback} act={act} />
    </div>
  );
};

const WeightSlider = ({ playback: { playbackId, clip, weight }, act }: LayerControlsProps) => {
  const [draft, setDraft] = useState<number>();
  const send = useMemo(
    () =>
      createLatestValueSender((value: number) => act('animation.setWeight', { playbackId, weight: value })),
    [act, playbackId],
  );
  const displayed = draft ?? weight;
  return (
    <label>
      Weight
      <input
        type="range"
        min={0}
        max={1}
        step={0.01}
        aria-label={`Weight of ${clip}`}
        value={displayed}
        onInput={({ currentTarget }) => {
          const value = Number(currentTarget.value);
          setDraft(value);
          void send(value).then(() => setDraft(undefined));
        }}
      />
      <span class="number">{displayed.toFixed(2)}</span>
    </label>
  );
};
