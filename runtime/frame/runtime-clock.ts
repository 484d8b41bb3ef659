import { ApiError } from '#spec/errors.ts';
import { Stopwatch } from '../kernels/stopwatch.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';

/** Simulated time, as all parts of the runtime see it, with the controls that the `time.*` actions use. */
export interface ClockControl {
  /** Number of fixed steps since the start. During a step, the number of that step. */
  readonly tick: number;
  /** Simulated time in seconds: the sum of all steps, each multiplied by its time scale. */
  readonly time: number;
  /** Simulated seconds of the current step: the fixed step multiplied by the time scale when the step began. */
  readonly deltaTime: number;
  /** Seconds per step at time scale 1. */
  readonly fixedStep: number;
  readonly scale: number;
  readonly paused: boolean;
  /** @param scale the time scale, from 0 to 100 */
  setScale(scale: number): void;
  pause(): void;
  resume(): void;
  /**
   * Runs the given number of steps as fast as possible. Works only while time is paused.
   * @returns the number of the last step, as soon as that step is complete
   */
  step(ticks: number): MaybePromise<number>;
}

/** Runs steps of the runtime. Returns the number of the last step as soon as that step is complete. */
type RunSteps = (ticks: number) => MaybePromise<number>;

const maxTimeScale = 100;

/**
 * A clock that advances in fixed steps. This is a class because V8 looks up accessors of object literals in a dictionary. With an object literal, triggering
 * a node with a listener took 178 ns instead of 142 ns.
 */
export class FixedStepClock implements ClockControl {
  readonly fixedStep: number;
  readonly #runSteps: RunSteps;
  readonly #stopwatch = new Stopwatch();
  tick = 0;
  time = 0;
  deltaTime: number;
  scale = 1;
  paused = false;

  /** @param fps steps per second at time scale 1 */
  constructor(fps: number, runSteps: RunSteps) {
    this.fixedStep = 1 / fps;
    this.deltaTime = this.fixedStep;
    this.#runSteps = runSteps;
  }

  setScale(next: number): void {
    if (!(next >= 0 && next <= maxTimeScale)) {
      throw new ApiError(
        'INVALID_PARAMETERS',
        `scale must be a number from 0 to ${maxTimeScale}, not ${next}.`,
      );
    }
    this.scale = next;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  step(ticks: number): MaybePromise<number> {
    if (!this.paused) throw new ApiError('ACTION_FAILED', 'Time can only be stepped while it is paused.');
    return this.#runSteps(ticks);
  }

  /** Begins the next step. */
  advance(): void {
    this.tick += 1;
    this.deltaTime = this.fixedStep * this.scale;
    this.#stopwatch.advance(this.deltaTime);
    this.time = this.#stopwatch.seconds();
  }

  /** Returns the complete state as plain data. */
  state(): unknown {
    const { tick, time, scale, paused } = this;
    return { tick, time, scale, paused };
  }
}

/** Wall-clock time in UTC, which doesn't change within a tick. */
export interface WallTime {
  /** Time in milliseconds since 1970. */
  readonly unixMs: number;
  /** ISO 8601 date, for example 2026-01-02T03:04:05.678Z. */
  readonly iso: string;
}

/**
 * @param now returns the time in milliseconds since 1970
 * @param observe called for the first read in a tick; all reads in this tick return the result of the call
 */
export const createTickWallTime = (now: () => number, observe: (unixMs: number) => number) => {
  let startMs = now();
  let current: WallTime | undefined;
  return {
    /** Starts a new tick, so that the next read returns the current time. */
    beginTick() {
      startMs = now();
      current = undefined;
    },
    /** Returns the wall-clock time, which is the same for all reads in one tick. */
    read(): WallTime {
      if (!current) {
        const unixMs = observe(startMs);
        current = { unixMs, iso: new Date(unixMs).toISOString() };
      }
      return current;
    },
  };
};
