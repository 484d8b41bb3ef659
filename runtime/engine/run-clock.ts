import type { StepCounter } from '../frame/step-counter.ts';

/** How far a graph has come since its start, worked out when somebody asks: a tick need not look at each of them. */
export class RunClock {
  readonly #clock: StepCounter;
  /** The step before its first one; later by each that it sat out. */
  #start: number;
  /** Seconds up to a step, since which all were as long as the last. */
  #gathered = 0;
  #gatheredAt: number;
  stop: { readonly frame: number; readonly elapsed: number } | undefined;

  /** @param clock takes the steps of all graphs */
  constructor(clock: StepCounter) {
    this.#clock = clock;
    this.#start = clock.steps;
    this.#gatheredAt = clock.steps;
  }

  /** Steps in which it had its turn. */
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

  /** The coming steps are of another length. */
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

/** Begins a step of so many simulated seconds for all graphs that run. */
export const advanceRunClocks = (
  clock: StepCounter,
  seconds: number,
  running: Iterable<{ readonly clock: RunClock }>,
): void => {
  if (seconds !== clock.stepSeconds) for (const run of running) run.clock.rebase();
  clock.advance(seconds);
};
