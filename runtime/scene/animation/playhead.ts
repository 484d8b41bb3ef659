/**
 * The position of a playback in its clip, and the events that it passes (description: 'Animation playback on a scene
 * object').
 */
import { findPassedMarkers } from './clip-markers.ts';
import type { LoopMode } from '#spec/actions/loop-modes.ts';
import type { Marker } from './clips/clip.ts';
import type { PlaybackRow } from './playback-table.ts';

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
  /** Seconds of the clip per simulated second; negative is backwards. */
  readonly speed: number;
  /** In seconds from the start of the clip. 0 means the end when playing backwards. */
  readonly startTime: number;
  /** Ordered by position. */
  readonly markers: readonly Marker[];
  readonly row: PlaybackRow;
}

/** In seconds. It absorbs the rounding errors of summed steps. */
const tolerance = 1e-9;

/** When a clip loops more often than this in one step, only this many of its last loops are reported. */
const maxReportedLoops = 16;

/**
 * The position in a clip, computed from where it was last set, the speed and the time since then. It is on an endless
 * line on which each loop takes the duration of the clip. Under pingPong every second loop runs backwards. It is a
 * class because there are thousands of them.
 */
export class Playhead {
  readonly #loopMode: LoopMode;
  readonly #row: PlaybackRow;
  #duration: number;
  #markers: readonly Marker[];
  #round = 0;
  #loops = 0;
  /** Whether the first half of a pingPong round trip is done. */
  #isHalfway = false;
  #held = false;
  /** Whether the markers at the current position have not been passed yet. */
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

  /** The number of completed loops; for pingPong, of round trips. */
  get loops(): number {
    return this.#loops;
  }

  /** Whether it has reached its end and holds the last pose. */
  get held(): boolean {
    return this.#held;
  }

  /** Returns the current time in seconds from the start of the clip. */
  time(): number {
    return this.#toClipTime(this.#row.linePosition);
  }

  /** Applies a step. @param emit is called for each event, in order */
  advance(emit: (event: PlayheadEvent) => void): void {
    if (this.#held || this.speed === 0) return;
    const { anchor, elapsedSeconds } = this.#row;
    const to = anchor + this.speed * elapsedSeconds;
    if (!this.#isLooping) this.#advanceToEnd(to, emit);
    else if (this.#duration > 0) this.#advanceLoops(to, emit);
    this.#includesPosition = false;
  }

  /** Seeks to a time, at most the end, without passing the markers in between. */
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

  /** Continues in a clip of another duration, at the same time or at its end. */
  setDuration(duration: number): void {
    const time = this.time();
    const wasHeld = this.#held;
    this.#duration = duration;
    this.seek(time);
    if (!wasHeld) return;
    this.#held = true;
    this.#row.restartFrom(this.speed > 0 ? duration : 0);
  }

  /** Replaces the markers, ordered by position. */
  setMarkers(markers: readonly Marker[]): void {
    this.#markers = markers;
  }

  /** Discards the elapsed time and continues from the current position. */
  restartClock(): void {
    this.#row.restartFrom(this.#row.linePosition);
  }

  /** Sets the quiet range of its row: to the ends of the loop, or to the nearest markers. */
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

  /** Returns all state that determines how it continues, as plain data. */
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
      // a restarted loop jumps to another time of the clip; a reversal stays at the same time
      this.#includesPosition = this.#loopMode === 'loop';
      this.#finishRound(emit);
    }
    this.#emitMarkers(to, emit);
  }

  /** Returns the loop at a position: playing forward it includes its start, playing backward its end. */
  #getRoundAt(linePosition: number): number {
    return this.speed > 0
      ? Math.floor((linePosition + tolerance) / this.#duration)
      : Math.ceil((linePosition - tolerance) / this.#duration) - 1;
  }

  /** Skips an even number of loops when there are too many to report. */
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
