import { useMemo, useState } from 'preact/hooks';
import { ValueField } from '../../components/value-field.tsx';
import { createLatestValueSender } from './latest-value-sender.ts';
import { LabeledControl } from './labeled-control.tsx';
import type { Playback } from './animation-types.ts';
import type { AnimationPlayer } from './animation-player.ts';

interface LayerControlsProps {
  readonly playback: Playback;
  readonly act: AnimationPlayer['runAction'];
}

/** Buttons and fields that pause, resume or stop a playback, and set its weight and speed. */
export const LayerControls = ({ playback, act }: LayerControlsProps) => {
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
