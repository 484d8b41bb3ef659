import { Fault } from '#spec/errors.ts';
import type { ClockControl } from './clock.ts';

/** The clock as the runtime drives it. */
interface FixedClock extends ClockControl {
  /** Begins the next step. */
  advance(): void;
  /** All of it as plain data. */
  state(): unknown;
}

/** Time scales that the clock accepts. */
const greatestScale = 100;

/**
 * Simulated time in fixed steps.
 * @param fps steps per second at time scale 1.
 * @param makeSteps makes this many whole steps of the runtime, at once.
 */
export const createFixedClock = (fps: number, makeSteps: (ticks: number) => void): FixedClock => {
  const fixedStep = 1 / fps;
  let tick = 0;
  let time = 0;
  let deltaTime = fixedStep;
  let scale = 1;
  let paused = false;
  return {
    fixedStep,
    get tick() {
      return tick;
    },
    get time() {
      return time;
    },
    get deltaTime() {
      return deltaTime;
    },
    get scale() {
      return scale;
    },
    get paused() {
      return paused;
    },
    setScale(next) {
      if (!(next >= 0 && next <= greatestScale)) {
        throw new Fault(
          'INVALID_PARAMETERS',
          `scale must be a number from 0 to ${greatestScale}, not ${next}.`,
        );
      }
      scale = next;
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
    },
    step(ticks) {
      if (!paused) throw new Fault('ACTION_FAILED', 'Time can only be stepped while it is paused.');
      makeSteps(ticks);
    },
    advance() {
      tick += 1;
      deltaTime = fixedStep * scale;
      time += deltaTime;
    },
    state: () => ({ tick, time, scale, paused }),
  };
};
