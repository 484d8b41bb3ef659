import { useMemo, useRef, useState } from 'preact/hooks';
import { createLatest } from './latest.ts';
import { markerPlaces } from './marker-places.ts';
import { playheadAfter } from './playhead.ts';
import { secondsText } from './seconds-text.ts';
import { useFrames } from './use-frames.ts';
import type { Playback } from './facts.ts';
import type { Player } from './player.ts';
import type { Playhead } from './playhead.ts';

interface TimeBarProps {
  readonly playback: Playback;
  /** Whether it can be put elsewhere. */
  readonly isLive: boolean;
  readonly player: Player;
}

/** For so many seconds a playhead goes on without a reading: a service that is away may have come to anything. */
const longestUntold = 3;
/** What an arrow key moves it by, in seconds. */
const keyStep = 0.1;

/** Where a playback is in its clip, with the markers; dragged, clicked or moved by keys it goes elsewhere. */
export const TimeBar = ({ playback, isLive, player: { playbacks, act } }: TimeBarProps) => {
  const { playbackId, clip, state, duration } = playback;
  const { at, rate } = playbacks.reading.value;
  const line = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  const [wanted, want] = useState<number>();
  const seek = useMemo(
    () => createLatest((time: number) => act('animation.seek', { playbackId, time })),
    [act, playbackId],
  );
  const put = (time: number): void => {
    const within = Math.min(duration, Math.max(0, time));
    want(within);
    void seek(within).then(() => want(undefined));
  };

  const playheadNow = (): Playhead => {
    if (wanted !== undefined) return { ...playback, time: wanted };
    if (!isLive) return playback;
    const seconds = Math.min(longestUntold, Math.max(0, performance.now() - at) / 1000);
    return playheadAfter(playback, seconds * rate);
  };
  useFrames(
    () => {
      const { time, direction } = playheadNow();
      line.current?.style.setProperty('--at', String(duration > 0 ? time / duration : 0));
      line.current?.classList.toggle('backward', direction === 'backward');
      if (text.current) text.current.textContent = `${time.toFixed(2)} / ${secondsText(duration)}`;
    },
    isLive && state === 'playing' && rate > 0 && wanted === undefined,
  );

  const { time, direction } = { ...playback, ...(wanted !== undefined && { time: wanted }) };
  const steps: Readonly<Record<string, () => number>> = {
    ArrowRight: () => playheadNow().time + keyStep,
    ArrowUp: () => playheadNow().time + keyStep,
    ArrowLeft: () => playheadNow().time - keyStep,
    ArrowDown: () => playheadNow().time - keyStep,
    PageUp: () => playheadNow().time + duration / 10,
    PageDown: () => playheadNow().time - duration / 10,
    Home: () => 0,
    End: () => duration,
  };
  const dragTo = ({ currentTarget, clientX }: { currentTarget: HTMLElement; clientX: number }): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    put(((clientX - left) / width) * duration);
  };
  return (
    <div class="time" ref={line}>
      <MarkerLane playback={playback} isLive={isLive} put={put} />
      <div
        class="track"
        role="slider"
        aria-label={`Time of ${clip}`}
        aria-valuemin={0}
        aria-valuemax={duration}
        aria-valuenow={Math.round(time * 1000) / 1000}
        aria-valuetext={`${secondsText(time)} of ${secondsText(duration)}, ${direction}, ${isLive ? state : 'ended'}`}
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
          if (!step || !isLive) return;
          event.preventDefault();
          put(step());
        }}
      >
        <div class="passed" />
        <div class="head" />
      </div>
      <span class="number" ref={text} />
    </div>
  );
};

interface MarkerLaneProps {
  readonly playback: Playback;
  readonly isLive: boolean;
  readonly put: (time: number) => void;
}

/** The markers by their names; a click on one goes there. */
const MarkerLane = ({ playback, isLive, put }: MarkerLaneProps) => (
  <ul class="markers" aria-label={`Markers of ${playback.clip}`}>
    {markerPlaces(playback).map(({ name, position, at, room, isTurned }, i) => (
      <li
        key={`${i} ${name}`}
        class={isTurned ? 'turned' : undefined}
        style={{
          [isTurned ? 'right' : 'left']: `${(isTurned ? 1 - at : at) * 100}%`,
          maxWidth: `${room * 100}%`,
        }}
      >
        <button
          type="button"
          disabled={!isLive}
          title={`${name} at ${secondsText(position)}`}
          onClick={() => put(position)}
        >
          {name}
        </button>
      </li>
    ))}
  </ul>
);
