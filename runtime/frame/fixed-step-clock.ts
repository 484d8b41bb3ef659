import { ApiError } from '#spec/errors.ts';
import { Stopwatch } from './stopwatch.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { ClockControl } from './runtime-clock.ts';

/** The clock with the additional methods that only its runtime uses. */
interface FixedStepClock extends ClockControl {
  /** Begins the next step. */
  advance(): void;
  /** Returns the complete state as plain data. */
  state(): unknown;
}

/** Runs steps of the runtime. Returns the number of the last step as soon as that step is complete. */
type RunSteps = (ticks: number) => MaybePromise<number>;

const maxTimeScale = 100;

/**
 * Creates a clock that advances in fixed steps.
 * @param fps steps per second at time scale 1
 */
export const createFixedStepClock = (fps: number, runSteps: RunSteps): FixedStepClock =>
  new SimulationClock(fps, runSteps);

/**
 * This is a class because V8 looks up accessors of object literals in a dictionary. With an object literal, triggering
 * a node with a listener took 178 ns instead of 142 ns.
 */
class SimulationClock implements FixedStepClock {
  readonly fixedStep: number;
  readonly #runSteps: RunSteps;
  readonly #stopwatch = new Stopwatch();
  tick = 0;
  time = 0;
  deltaTime: number;
  scale = 1;
  paused = false;

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

  advance(): void {
    this.tick += 1;
    this.deltaTime = this.fixedStep * this.scale;
    this.#stopwatch.advance(this.deltaTime);
    this.time = this.#stopwatch.seconds();
  }

  state(): unknown {
    const { tick, time, scale, paused } = this;
    return { tick, time, scale, paused };
  }
}
