import type { StepCounter } from '../frame/step-counter.ts';

/** The frames and time of a graph since its start. Computed on demand, so that a tick need not touch each graph. */
export class RunClock {
  readonly #clock: StepCounter;
  /** The step before its first one, moved later by each step that it skipped. */
  #start: number;
  /** Simulated seconds until the step since which all steps have had the current length. */
  #gathered = 0;
  #gatheredAt: number;
  stop: { readonly frame: number; readonly elapsed: number } | undefined;

  /** @param clock counts the steps of all graphs */
  constructor(clock: StepCounter) {
    this.#clock = clock;
    this.#start = clock.steps;
    this.#gatheredAt = clock.steps;
  }

  /** Steps in which the graph ran. */
  get frame(): number {
    return this.stop ? this.stop.frame : this.#clock.steps - this.#start;
  }

  /** Simulated seconds of all steps. */
  get elapsed(): number {
    if (this.stop) return this.stop.elapsed;
    return this.#gathered + this.#clock.toSeconds(this.#clock.steps - this.#gatheredAt);
  }

  /** Simulated seconds of the last step. */
  get deltaTime(): number {
    return this.#clock.stepSeconds;
  }

  /** Prepares for steps of another length. */
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

/** Advances all running graphs by a step of this many simulated seconds. */
export const advanceRunClocks = (
  clock: StepCounter,
  seconds: number,
  running: Iterable<{ readonly clock: RunClock }>,
): void => {
  if (seconds !== clock.stepSeconds) for (const run of running) run.clock.rebase();
  clock.advance(seconds);
};
