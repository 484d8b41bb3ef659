import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ValueField } from '../../components/value-field.tsx';
import { LabeledControl } from './labeled-control.tsx';
import { createLatestValueSender } from './latest-value-sender.ts';
import type { RefObject } from 'preact';
import type { AnimationPlayer } from './animation-player.ts';
import type { LayerRow, Playback } from './playback-store.ts';

interface TransportProps {
  readonly player: AnimationPlayer;
  readonly row: LayerRow;
  /** The element that shows the time of the playhead. */
  readonly time: RefObject<HTMLSpanElement>;
}

/** Controls the current playback: to the start, play or pause, its time, speed and weight. */
export const Transport = ({ player: { runAction }, row: { playback, reason }, time }: TransportProps) => {
  const { playbackId, object, clip, layer, state, loopMode, speed, weight, duration, markers } = playback;
  const isLive = reason === undefined;
  const isPlaying = isLive && state === 'playing';
  const playOrPause = (): void => {
    if (isPlaying) void runAction('animation.pause', { playbackId });
    else if (isLive) void runAction('animation.resume', { playbackId });
    else void runAction('animation.play', { object, clip, layer, loopMode, speed, weight });
  };
  return (
    <>
      <Button
        icon="skip-back"
        label="To the start"
        disabled={!isLive}
        onClick={() => void runAction('animation.seek', { playbackId, time: 0 })}
      />
      <Button
        icon={isPlaying ? 'pause' : 'play'}
        look="box"
        label={isPlaying ? 'Pause' : 'Play again'}
        disabled={isLive && state === 'held'}
        onClick={playOrPause}
      />
      <LoopButton playback={playback} isLive={isLive} runAction={runAction} />
      <span class="transport-time number">
        <span ref={time} /> <span class="quiet">/ {duration.toFixed(2)}</span>
      </span>
      {isLive && (
        <>
          <span class="tool-separator" />
          <LabeledControl name="Speed">
            <ValueField
              label={`Speed of ${clip}`}
              type="Float"
              value={speed}
              onChange={(value) => runAction('animation.setSpeed', { playbackId, speed: Number(value) })}
            />
          </LabeledControl>
          <WeightSlider key={playbackId} playback={playback} runAction={runAction} />
        </>
      )}
      {markers.length > 0 && (
        <span class="chip" title={markers.map(({ name }) => name).join(', ')}>
          <Icon name="chevron-down" class="small" />
          {markers.length} {markers.length === 1 ? 'marker' : 'markers'}
        </span>
      )}
    </>
  );
};

interface PlaybackControlProps {
  readonly playback: Playback;
  readonly runAction: AnimationPlayer['runAction'];
}

/**
 * Switches between playing once and in a loop. The service can't change the mode of a playback, so the clip starts
 * again at the same position.
 */
const LoopButton = ({ playback, isLive, runAction }: PlaybackControlProps & { readonly isLive: boolean }) => {
  const { playbackId, object, clip, layer, loopMode, speed, weight, time, duration } = playback;
  const isLooping = loopMode === 'loop' || loopMode === 'pingPong';
  return (
    <Button
      icon="repeat"
      label="Loop"
      isPressed={isLooping}
      disabled={!isLive}
      onClick={async () => {
        await runAction('animation.stop', { playbackId });
        await runAction('animation.play', {
          ...{ object, clip, layer, speed, weight, loopMode: isLooping ? 'once' : 'loop' },
          startTime: speed < 0 ? duration - time : time,
        });
      }}
    />
  );
};

const WeightSlider = ({ playback: { playbackId, clip, weight }, runAction }: PlaybackControlProps) => {
  const [draft, setDraft] = useState<number>();
  const send = useMemo(
    () =>
      createLatestValueSender((value: number) =>
        runAction('animation.setWeight', { playbackId, weight: value }),
      ),
    [runAction, playbackId],
  );
  const displayed = draft ?? weight;
  return (
    <label class="weight">
      <span class="quiet">Weight</span>
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
