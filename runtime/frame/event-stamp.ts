import type { EventTime } from '../link/raise-event.ts';
import type { ClockControl } from './runtime-clock.ts';

/**
 * The tick and time of events. Between two ticks, this is the next one. It is a class because V8 looks up accessors of
 * object literals in a dictionary: triggering a node with a listener took 142 ns instead of 108.
 */
export class EventStamp implements EventTime {
  isTicking = false;
  readonly #clock: Pick<ClockControl, 'tick' | 'time'>;

  constructor(clock: Pick<ClockControl, 'tick' | 'time'>) {
    this.#clock = clock;
  }

  get tick(): number {
    return this.isTicking ? this.#clock.tick : this.#clock.tick + 1;
  }

  get time(): number {
    return this.#clock.time;
  }
}
