import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { LinkTransport } from './link-transport.ts';

/** Detects whether the peer of a connection is alive. */
interface Heartbeat {
  /** Call it for each sign of life. */
  recordActivity(): void;
  /** Pings the peer. @returns whether it responds within this time */
  probe(milliseconds: number): Promise<boolean>;
  stop(): void;
}

/**
 * Sends pings and checks for signs of life.
 * @param lost called once when the peer was silent for too long
 */
export const createHeartbeat = (wire: LinkTransport, scheduler: Scheduler, lost: () => void): Heartbeat => {
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
    // After this process was suspended, signs of life may be waiting to be read, so ping once more.
    void knock(knockMs).then((isThere) => {
      if (isThere) rest();
      else if (!stopped) lost();
    });
  };
  rest();

  return {
    recordActivity() {
      heard = scheduler.now();
      for (const came of waiting) came();
    },
    probe: knock,
    stop() {
      stopped = true;
      callOff();
    },
  };
};
