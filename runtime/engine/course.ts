/** The ticks of an engine so far. */
interface Ticks {
  count: number;
  /** Simulated seconds of the latest one. */
  seconds: number;
}

/** How far one graph has come since its start. */
export class Course {
  #ticks: Readonly<Ticks>;
  /** The tick before its first one; later by each that it sat out. */
  #start: number;
  /** Seconds up to a tick, since which all were as long as the latest. */
  #gathered = 0;
  #gatheredAt: number;

  constructor(ticks: Readonly<Ticks>) {
    this.#ticks = ticks;
    this.#start = ticks.count;
    this.#gatheredAt = ticks.count;
  }

  /** Ticks in which it had its turn. */
  get frame(): number {
    return this.#ticks.count - this.#start;
  }

  /** Simulated seconds of all ticks. */
  get elapsed(): number {
    return this.#gathered + (this.#ticks.count - this.#gatheredAt) * this.#ticks.seconds;
  }

  /** Ticks take another time from now on. */
  gather(): void {
    this.#gathered = this.elapsed;
    this.#gatheredAt = this.#ticks.count;
  }

  sitOut(): void {
    this.#start += 1;
  }

  end(): void {
    this.#ticks = { ...this.#ticks };
  }
}

/** Tells how far graphs have come, without a look at each of them in each tick. */
export interface Stopwatch {
  start(): Course;
  /** Begins a tick of so many simulated seconds for all that run. */
  advance(seconds: number, running: Iterable<{ readonly course: Course }>): void;
}

export const createStopwatch = (): Stopwatch => {
  const ticks: Ticks = { count: 0, seconds: 0 };
  return {
    start: () => new Course(ticks),
    advance(seconds, running) {
      if (seconds !== ticks.seconds) {
        for (const { course } of running) course.gather();
        ticks.seconds = seconds;
      }
      ticks.count += 1;
    },
  };
};
