/**
 * The position of a playback in its clip, and the events that occur on the way (description: 'Animation playback on a
 * scene object').
 */
import { findPassedMarkers, type Marker } from './clips/clip.ts';
import type { LoopMode } from '#spec/actions/loop-modes.ts';
import type { PlaybackRow } from '../../kernels/animation/playback-table.ts';

type Direction = 'forward' | 'backward';

export type PlayheadEvent =
  | { readonly kind: 'marker'; readonly marker: Marker }
  | { readonly kind: 'turned'; readonly direction: Direction }
  | { readonly kind: 'looped'; readonly loops: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'held' };

interface PlayheadOptions {
  /** The length of the clip in seconds, 0 or more. */
  readonly duration: number;
  readonly loopMode: LoopMode;
  /** Playback speed in seconds of the clip per simulated second. A negative speed plays the clip backwards. */
  readonly speed: number;
  /** Start time in seconds from the start of the clip. When playing backwards, 0 means the end of the clip. */
  readonly startTime: number;
  /** Markers, ordered by position. */
  readonly markers: readonly Marker[];
  readonly row: PlaybackRow;
}

/** Tolerance in seconds, which absorbs the rounding errors of summed steps. */
const tolerance = 1e-9;

/**
 * Maximum number of loops to report per step. When a clip loops more often in one step, only the last of these loops
 * are reported.
 */
const maxReportedLoops = 16;

/**
 * The position in a clip, computed from the last position that was set, the speed and the time since then. The position
 * lies on an endless line on which each loop has the length of the clip. In pingPong mode, every second loop runs
 * backwards. This is a class because there are thousands of instances.
 */
export class Playhead {
  readonly #loopMode: LoopMode;
  readonly #row: PlaybackRow;
  #duration: number;
  #markers: readonly Marker[];
  #round = 0;
  #loops = 0;
  /** Whether the first half of a pingPong round trip has been completed. */
  #isHalfway = false;
  #held = false;
  /** Whether the markers at the current position still have to be passed. */
  #includesPosition = true;

  constructor({ duration, loopMode, speed, startTime, markers, row }: PlayheadOptions) {
    this.#loopMode = loopMode;
    this.#duration = duration;
    this.#row = row;
    row.speed = speed;
    this.#markers = markers;
    this.seek(speed < 0 && startTime === 0 ? duration : startTime);
  }

  get speed(): number {
    return this.#row.speed;
  }

  get direction(): Direction {
    return this.speed < 0 === this.#isReversed ? 'forward' : 'backward';
  }

  /** The number of completed loops or, in pingPong mode, of completed round trips. */
  get loops(): number {
    return this.#loops;
  }

  /** Whether the playhead has reached the end of the clip and holds the last pose. */
  get held(): boolean {
    return this.#held;
  }

  /** Returns the current time in seconds from the start of the clip. */
  time(): number {
    return this.#toClipTime(this.#row.linePosition);
  }

  /**
   * Applies a step.
   * @param emit called for each event, in order
   */
  advance(emit: (event: PlayheadEvent) => void): void {
    if (this.#held || this.speed === 0) return;
    const { anchor, elapsedSeconds } = this.#row;
    const to = anchor + this.speed * elapsedSeconds;
    if (!this.#isLooping) this.#advanceToEnd(to, emit);
    else if (this.#duration > 0) this.#advanceLoops(to, emit);
    this.#includesPosition = false;
  }

  /** Moves to a time, limited to the end of the clip, without passing the markers in between. */
  seek(time: number): void {
    const clipped = Math.min(Math.max(time, 0), this.#duration);
    const isReversed = this.#isReversed;
    this.#round = isReversed ? 1 : 0;
    this.#row.restartFrom(isReversed ? 2 * this.#duration - clipped : clipped);
    this.#includesPosition = true;
    this.#held = false;
  }

  setSpeed(speed: number): void {
    if (this.#held && speed * this.speed < 0) this.#held = false;
    this.#row.restartFrom(this.#row.linePosition);
    this.#row.speed = speed;
  }

  /** Continues in a clip of another duration, at the same time or, if that is too late, at the end of the clip. */
  setDuration(duration: number): void {
    const time = this.time();
    const wasHeld = this.#held;
    this.#duration = duration;
    this.seek(time);
    if (!wasHeld) return;
    this.#held = true;
    this.#row.restartFrom(this.speed > 0 ? duration : 0);
  }

  /** Replaces the markers. The new markers must be ordered by position. */
  setMarkers(markers: readonly Marker[]): void {
    this.#markers = markers;
  }

  /** Discards the elapsed time and continues from the current position. */
  restartClock(): void {
    this.#row.restartFrom(this.#row.linePosition);
  }

  /** Sets the quiet range of the row, which extends to the ends of the loop or to the nearest markers. */
  allowBulkAdvance(): void {
    const row = this.#row;
    if (this.#includesPosition || this.#held) {
      row.clearQuietRange();
      return;
    }
    const { linePosition } = row;
    const round = this.#round * this.#duration;
    const isReversed = this.#isReversed;
    let low = round;
    let high = round + this.#duration;
    for (const { position } of this.#markers) {
      const markerPosition = round + (isReversed ? this.#duration - position : position);
      if (markerPosition <= linePosition) low = Math.max(low, markerPosition);
      else high = Math.min(high, markerPosition);
    }
    const time = isReversed
      ? ({ sign: -1, offset: this.#duration + round } as const)
      : ({ sign: 1, offset: -round } as const);
    row.setQuietRange(low + 2 * tolerance, high - 2 * tolerance, time);
  }

  /** Returns, as plain data, all state that determines how the playhead continues. */
  state(): unknown {
    return {
      ...{
        anchor: this.#row.anchor,
        since: this.#row.startStep,
        speed: this.speed,
        way: this.#row.linePosition,
      },
      ...{ round: this.#round, loops: this.#loops, isHalfway: this.#isHalfway, held: this.#held },
      ...{ isFresh: this.#includesPosition, duration: this.#duration, markers: this.#markers },
    };
  }

  get #isLooping(): boolean {
    return this.#loopMode === 'loop' || this.#loopMode === 'pingPong';
  }

  get #isReversed(): boolean {
    return this.#loopMode === 'pingPong' && this.#round % 2 !== 0;
  }

  #toClipTime(linePosition: number): number {
    const within = Math.min(Math.max(linePosition - this.#round * this.#duration, 0), this.#duration);
    return this.#isReversed ? this.#duration - within : within;
  }

  #advanceToEnd(to: number, emit: (event: PlayheadEvent) => void): void {
    const end = this.speed > 0 ? this.#duration : 0;
    const isOver = this.speed > 0 ? to >= end - tolerance : to <= end + tolerance;
    this.#emitMarkers(isOver ? end : to, emit);
    if (!isOver) return;
    this.#held = this.#loopMode === 'clampForever';
    emit({ kind: this.#held ? 'held' : 'ended' });
  }

  #advanceLoops(to: number, emit: (event: PlayheadEvent) => void): void {
    const sign = this.speed > 0 ? 1 : -1;
    const target = this.#getRoundAt(to);
    if (target !== this.#round) this.#skipRounds(target, sign);
    while ((target - this.#round) * sign > 0) {
      this.#emitMarkers((sign > 0 ? this.#round + 1 : this.#round) * this.#duration, emit);
      this.#round += sign;
      // a restarted loop jumps to another time in the clip, but a reversal stays at the same time
      this.#includesPosition = this.#loopMode === 'loop';
      this.#finishRound(emit);
    }
    this.#emitMarkers(to, emit);
  }

  /**
   * Returns the number of the loop at a position. A loop includes its start when playing forward, and its end when
   * playing backward.
   */
  #getRoundAt(linePosition: number): number {
    return this.speed > 0
      ? Math.floor((linePosition + tolerance) / this.#duration)
      : Math.ceil((linePosition - tolerance) / this.#duration) - 1;
  }

  /** When there are too many loops to report, skips an even number of them. */
  #skipRounds(target: number, sign: number): void {
    const skipped = Math.max(0, Math.abs(target - this.#round) - maxReportedLoops);
    const skippedEven = skipped - (skipped % 2);
    if (skippedEven === 0) return;
    this.#round += sign * skippedEven;
    this.#loops += this.#loopMode === 'pingPong' ? skippedEven / 2 : skippedEven;
    this.#row.linePosition = (sign > 0 ? this.#round : this.#round + 1) * this.#duration;
  }

  #finishRound(emit: (event: PlayheadEvent) => void): void {
    if (this.#loopMode === 'pingPong') {
      emit({ kind: 'turned', direction: this.direction });
      this.#isHalfway = !this.#isHalfway;
      if (this.#isHalfway) return;
    }
    this.#loops += 1;
    emit({ kind: 'looped', loops: this.#loops });
  }

  /** Moves to a position in the current loop, and emits the markers on the way. */
  #emitMarkers(to: number, emit: (event: PlayheadEvent) => void): void {
    const from = this.#row.linePosition;
    this.#row.linePosition = to;
    if (this.#markers.length === 0) return;
    const [start, end] = [this.#toClipTime(from), this.#toClipTime(to)];
    for (const marker of findPassedMarkers(this.#markers, start, end, this.#includesPosition, tolerance))
      emit({ kind: 'marker', marker });
  }
}
