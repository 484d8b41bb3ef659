import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import type { Timers } from '../../shared/scheduler.ts';
import type { LinkTransport } from './link-transport.ts';

/**
 * Creates a heartbeat that sends pings and checks for signs of life. Without pings, a silent peer can't be detected.
 * @param onLost called once, when the peer has been silent for too long
 */
export const createHeartbeat = (transport: LinkTransport, scheduler: Timers, onLost: () => void) => {
  const { heartbeatMs, silenceMs, knockMs: probeMs } = linkLimits;
  const activityListeners = new Set<() => void>();
  let lastActivityMs = scheduler.now();
  let stopped = false;
  let cancelCheck = (): void => {};

  const probe = (milliseconds: number): Promise<boolean> =>
    new Promise((resolve) => {
      const finish = (isAlive: boolean): void => {
        activityListeners.delete(onActivity);
        cancel();
        resolve(isAlive);
      };
      const onActivity = (): void => finish(true);
      const cancel = scheduler.after(milliseconds, () => finish(false));
      activityListeners.add(onActivity);
      transport.ping?.();
    });
  const scheduleCheck = (): void => {
    if (!stopped && transport.ping) cancelCheck = scheduler.after(heartbeatMs, check);
  };
  const check = (): void => {
    if (scheduler.now() - lastActivityMs < silenceMs) {
      transport.ping?.();
      scheduleCheck();
      return;
    }
    // If this process was suspended, signs of life may still be waiting to be read. The peer is therefore pinged once
    // more.
    void probe(probeMs).then((isAlive) => {
      if (isAlive) scheduleCheck();
      else if (!stopped) onLost();
    });
  };
  scheduleCheck();

  return {
    /** Records a sign of life. Must be called for each one. */
    recordActivity() {
      lastActivityMs = scheduler.now();
      for (const onActivity of activityListeners) onActivity();
    },
    /**
     * Pings the peer.
     * @returns whether the peer responds within this time
     */
    probe,
    stop() {
      stopped = true;
      cancelCheck();
    },
  };
};
