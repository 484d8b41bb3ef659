import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { LinkWire } from './wire.ts';

/** Whether the other side of a wire is there. */
interface Pulse {
  /** It has given a sign of life. */
  beat(): void;
  /** Asks for a sign of life. @returns whether one came within these milliseconds */
  knock(milliseconds: number): Promise<boolean>;
  stop(): void;
}

/**
 * Pings, and watches for signs of life.
 * @param lost is called once when the other side was silent for too long
 */
export const createPulse = (wire: LinkWire, scheduler: Scheduler, lost: () => void): Pulse => {
  const { heartbeatMs, silenceMs, knockMs } = linkLimits;
  const waiting = new Set<() => void>();
  let heard = scheduler.now();
  let stopped = false;
  let callOff = (): void => {};

  const knock = (milliseconds: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (isThere: boolean): void => {
        waiting.delete(came);
        cancel();
        resolve(isThere);
      };
      const came = (): void => end(true);
      const cancel = scheduler.after(milliseconds, () => end(false));
      waiting.add(came);
      wire.ping();
    });
  const rest = (): void => {
    if (!stopped) callOff = scheduler.after(heartbeatMs, look);
  };
  const look = (): void => {
    if (scheduler.now() - heard < silenceMs) {
      wire.ping();
      rest();
      return;
    }
    // whoever stood still itself has signs of life yet to read
    void knock(knockMs).then((isThere) => {
      if (isThere) rest();
      else if (!stopped) lost();
    });
  };
  rest();

  return {
    beat() {
      heard = scheduler.now();
      for (const came of waiting) came();
    },
    knock,
    stop() {
      stopped = true;
      callOff();
    },
  };
};
