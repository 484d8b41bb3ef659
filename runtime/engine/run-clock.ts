import type { StepCounter } from '../frame/step-counter.ts';

/**
 * The number of frames and the simulated time since a graph started. Both are computed on demand, so that a tick
 * doesn't have to update every graph.
 */
export class RunClock {
  readonly #clock: StepCounter;
  /** The step before the graph's first step. Each skipped step moves this value one step later. */
  #start: number;
  /** Simulated seconds up to `#gatheredAt`, the step since which all steps have had the current length. */
  #gathered = 0;
  #gatheredAt: number;
  stop: { readonly frame: number; readonly elapsed: number } | undefined;

  /** @param clock counts steps for all graphs */
  constructor(clock: StepCounter) {
    this.#clock = clock;
    this.#start = clock.steps;
    this.#gatheredAt = clock.steps;
  }

  /** Number of steps in which the graph ran. */
  get frame(): number {
    return this.stop ? this.stop.frame : this.#clock.steps - this.#start;
  }

  /** Total simulated seconds of all steps. */
  get elapsed(): number {
    if (this.stop) return this.stop.elapsed;
    return this.#gathered + this.#clock.toSeconds(this.#clock.steps - this.#gatheredAt);
  }

  /** Simulated seconds of the latest step. */
  get deltaTime(): number {
    return this.#clock.stepSeconds;
  }

  /** Must be called before the length of steps changes. */
  rebase(): void {
    this.#gathered = this.elapsed;
    this.#gatheredAt = this.#clock.steps;
  }

  skipStep(): void {
    this.#start += 1;
  }

  end(): void {
    const { frame, elapsed } = this;
    this.stop = { frame, elapsed };
  }
}

/** Advances the clocks of all running graphs by one step of the given number of simulated seconds. */
export const advanceRunClocks = (
  clock: StepCounter,
  seconds: number,
  running: Iterable<{ readonly clock: RunClock }>,
): void => {
  if (seconds !== clock.stepSeconds) for (const run of running) run.clock.rebase();
  clock.advance(seconds);
};
