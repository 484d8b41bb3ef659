import { useMemo, useRef, useState } from 'preact/hooks';
import { createLatest } from './latest.ts';
import { MarkerLane } from './marker-lane.tsx';
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

  const time = wanted ?? playback.time;
  const place = `${secondsText(time)} of ${secondsText(duration)}`;
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowRight: keyStep, ArrowUp: keyStep, ArrowLeft: -keyStep, ArrowDown: -keyStep },
    ...{ PageUp: duration / 10, PageDown: -duration / 10, Home: -duration, End: duration },
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
        aria-valuetext={`${place}, ${playback.direction}, ${isLive ? state : 'ended'}`}
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
          put(playheadNow().time + step);
        }}
      >
        <div class="passed" />
        <div class="head" />
      </div>
      <span class="number" ref={text} />
    </div>
  );
};
