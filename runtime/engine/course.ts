import type { StepClock } from '../frame/step-clock.ts';

/** How far a graph has come since its start, worked out when somebody asks: a tick need not look at each of them. */
export class Course {
  readonly #clock: StepClock;
  /** The step before its first one; later by each that it sat out. */
  #start: number;
  /** Seconds up to a step, since which all were as long as the last. */
  #gathered = 0;
  #gatheredAt: number;
  #end: { readonly frame: number; readonly elapsed: number } | undefined;

  /** @param clock takes the steps of all graphs */
  constructor(clock: StepClock) {
    this.#clock = clock;
    this.#start = clock.steps;
    this.#gatheredAt = clock.steps;
  }

  /** Steps in which it had its turn. */
  get frame(): number {
    return this.#end ? this.#end.frame : this.#clock.steps - this.#start;
  }

  /** Simulated seconds of all steps. */
  get elapsed(): number {
    if (this.#end) return this.#end.elapsed;
    return this.#gathered + this.#clock.secondsOf(this.#clock.steps - this.#gatheredAt);
  }

  /** Simulated seconds of the last step. */
  get deltaTime(): number {
    return this.#clock.length;
  }

  /** The coming steps are of another length. */
  gather(): void {
    this.#gathered = this.elapsed;
    this.#gatheredAt = this.#clock.steps;
  }

  sitOut(): void {
    this.#start += 1;
  }

  end(): void {
    const { frame, elapsed } = this;
    this.#end = { frame, elapsed };
  }
}

/** Begins a step of so many simulated seconds for all graphs that run. */
export const passStep = (
  clock: StepClock,
  seconds: number,
  running: Iterable<{ readonly course: Course }>,
): void => {
  if (seconds !== clock.length) for (const { course } of running) course.gather();
  clock.pass(seconds);
};
