import { useRef } from 'preact/hooks';
import { toEasingPath } from './easing-curve.ts';
import { formatSeconds } from './playhead.ts';
import { getTweenProgress, type Tween } from './tween-progress.ts';
import { reducedMotionQuery, useAnimationFrame } from './use-animation-frame.ts';
import type { AnimationPlayer } from './animation-player.ts';
import type { TimeScale } from './time-scale.ts';

interface TweenRowProps {
  readonly tween: Tween;
  readonly player: AnimationPlayer;
  readonly scale: TimeScale;
}

/** A running tween, with its easing curve and how far it has come. */
export const TweenRow = ({ tween, player: { playbacks }, scale }: TweenRowProps) => {
  const { property, time, delay, ease, loops, yoyo, paused, group } = tween;
  const { at, rate } = playbacks.snapshot.value;
  const bar = useRef<HTMLDivElement>(null);
  useAnimationFrame(
    () => {
      const seconds = reducedMotionQuery.matches ? 0 : (Math.max(0, performance.now() - at) / 1_000) * rate;
      bar.current?.style.setProperty('--at', String(getTweenProgress(tween, seconds)));
    },
    !paused && rate > 0,
  );
  const [start, end] = [scale.toFraction(delay), scale.toFraction(delay + time)];
  const text = [
    `tween ${formatSeconds(time)}`,
    ease !== 'linear' && ease,
    loops !== 0 && (loops < 0 ? 'loops' : `×${loops + 1}`),
    yoyo && 'yoyo',
    paused && 'paused',
    group && `group ${group}`,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <li class="timeline-row property category-tween">
      <div class="row-label">
        <span class="property-name">{property}</span>
      </div>
      <div class="lane">
        <div
          class="tween"
          ref={bar}
          style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
          title={text}
        >
          <svg class="curve" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={toEasingPath(ease)} />
          </svg>
          <span class="track-text">{text}</span>
          <div class="head" />
        </div>
        <span class="key" style={{ left: `${start * 100}%` }} />
        <span class="key" style={{ left: `${end * 100}%` }} />
      </div>
    </li>
  );
};
