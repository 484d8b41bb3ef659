import type { EventTime } from '../link/raise-event.ts';
import type { ClockControl } from './runtime-clock.ts';

/**
 * The tick and time with which events are stamped. Between two ticks, these are the values of the next tick. This is a
 * class because V8 looks up accessors of object literals in a dictionary. With an object literal, triggering a node
 * with a listener took 142 ns instead of 108 ns.
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
