import { useMemo, useRef, useState } from 'preact/hooks';
import { reducedMotionQuery, useAnimationFrame } from './use-animation-frame.ts';
import { createLatestValueSender } from './latest-value-sender.ts';
import { advancePlayhead, formatSeconds, type Playhead } from './playhead.ts';
import type { Playback } from './playback-store.ts';
import type { AnimationPlayer } from './animation-player.ts';
import type { TimeScale } from './time-scale.ts';

interface PlaybackTimeBarProps {
  readonly playback: Playback;
  /** Whether the playback is live, so that seeking is possible. */
  readonly isLive: boolean;
  readonly player: AnimationPlayer;
  readonly scale: TimeScale;
  /** What the bar says about the playback. */
  readonly text: string;
  /** Called with the time whenever the playhead moves. */
  readonly onMove?: ((seconds: number) => void) | undefined;
}

/**
 * Without a new read, a playhead moves on for this many seconds. After that, the state is unknown, because the service
 * may be unreachable.
 */
const maxExtrapolationSeconds = 3;
/** The distance by which an arrow key moves the playhead, in seconds. */
const keyStepSeconds = 0.1;

/** Shows a playback's position in its clip, and the markers. The user seeks by dragging, clicking or pressing keys. */
export const PlaybackTimeBar = ({
  playback,
  isLive,
  player: { playbacks, runAction },
  scale,
  text,
  onMove,
}: PlaybackTimeBarProps) => {
  const { playbackId, clip, state, duration } = playback;
  const { at, rate } = playbacks.snapshot.value;
  const line = useRef<HTMLDivElement>(null);
  const [draftTime, setDraftTime] = useState<number>();
  const seek = useMemo(
    () => createLatestValueSender((time: number) => runAction('animation.seek', { playbackId, time })),
    [runAction, playbackId],
  );
  const seekTo = (time: number): void => {
    const clamped = Math.min(duration, Math.max(0, time));
    setDraftTime(clamped);
    void seek(clamped).then(() => setDraftTime(undefined));
  };

  const playheadNow = (): Playhead => {
    if (draftTime !== undefined) return { ...playback, time: draftTime };
    if (!isLive || reducedMotionQuery.matches) return playback;
    const seconds = Math.min(maxExtrapolationSeconds, Math.max(0, performance.now() - at) / 1000);
    return advancePlayhead(playback, seconds * rate);
  };
  useAnimationFrame(
    () => {
      const { time, direction } = playheadNow();
      line.current?.style.setProperty('--at', String(duration > 0 ? time / duration : 0));
      line.current?.classList.toggle('backward', direction === 'backward');
      onMove?.(time);
    },
    isLive && state === 'playing' && rate > 0 && draftTime === undefined,
  );

  const time = draftTime ?? playback.time;
  const position = `${formatSeconds(time)} of ${formatSeconds(duration)}`;
  const steps: Readonly<Record<string, number>> = {
    ...{
      ArrowRight: keyStepSeconds,
      ArrowUp: keyStepSeconds,
      ArrowLeft: -keyStepSeconds,
      ArrowDown: -keyStepSeconds,
    },
    ...{ PageUp: duration / 10, PageDown: -duration / 10, Home: -duration, End: duration },
  };
  const dragTo = ({ currentTarget, clientX }: { currentTarget: HTMLElement; clientX: number }): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    seekTo(((clientX - left) / width) * duration);
  };
  const [start, end] = [scale.toFraction(0), scale.toFraction(duration)];
  return (
    <div class="time lane" ref={line}>
      <div
        class="track"
        style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
        role="slider"
        aria-label={`Time of ${clip}`}
        aria-valuemin={0}
        aria-valuemax={duration}
        aria-valuenow={Math.round(time * 1000) / 1000}
        aria-valuetext={`${position}, ${playback.direction}, ${isLive ? state : 'ended'}`}
        aria-disabled={!isLive}
        tabIndex={isLive ? 0 : -1}
        onPointerDown={(event) => {
          if (!isLive) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          dragTo(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) dragTo(event);
        }}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (step === undefined || !isLive) return;
          event.preventDefault();
          seekTo(playheadNow().time + step);
        }}
      >
        <div class="passed" />
        <span class="track-text">{text}</span>
        <div class="head" />
      </div>
      <MarkerLane playback={playback} isLive={isLive} scale={scale} seek={seekTo} />
    </div>
  );
};

interface MarkerLaneProps {
  readonly playback: Playback;
  readonly isLive: boolean;
  readonly scale: TimeScale;
  readonly seek: (time: number) => void;
}

/** Shows the named markers above the bar. A click on a marker seeks to its position. */
const MarkerLane = ({ playback: { clip, markers }, isLive, scale, seek }: MarkerLaneProps) => (
  <ul class="markers" aria-label={`Markers of ${clip}`}>
    {markers.map(({ name, position }, i) => (
      <li key={`${i} ${name}`} style={{ left: `${scale.toFraction(position) * 100}%` }}>
        <button
          type="button"
          disabled={!isLive}
          aria-label={name}
          title={`${name} at ${formatSeconds(position)}`}
          onClick={() => seek(position)}
        />
      </li>
    ))}
  </ul>
);
