import type { EventTime } from '../link/raise-event.ts';
import type { ClockControl } from './runtime-clock.ts';

/**
 * What events are stamped with: the tick that is being made or, between two ticks, the one that comes next. With accessors
 * in a literal, which V8 looks up in a dictionary, a triggered node that is listened to took 142 ns instead of 108.
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
