/** A hub in this process that uses a simulated clock and real sockets. */
import { setImmediate } from 'node:timers/promises';
import { createNodeDone } from '../../../handlers/hub/testing-events.ts';
import { serveHub } from '../../../handlers/hub/testing-served-hub.ts';
import { createSteppedScheduler } from '../../../handlers/hub/testing-scheduler.ts';
import type { SoakTarget } from './soak-target.ts';

export interface SimulatedClockTarget extends SoakTarget {
  close(): Promise<void>;
}

/** Short enough to distinguish the hub's timers. */
const stepMs = 50;

const eventSources = Array.from({ length: 20 }, (_, index) => `n${index}`);

export const createSimulatedClockTarget = async (): Promise<SimulatedClockTarget> => {
  const scheduler = createSteppedScheduler();
  const served = await serveHub({
    scheduler,
    createEvent: (parameters) => ({
      type: 'console.log',
      tick: 1,
      time: 0.5,
      data: { ...parameters, id: 'e1', severity: 'log', contextType: 'none', timestamp: '' },
    }),
  });
  let hasActivity = false;
  return {
    url: `http://${new URL(`http://${served.address}`).host}`,
    token: 'secret',
    now: scheduler.now,
    async advanceTime(milliseconds) {
      for (let elapsed = 0; elapsed < milliseconds; elapsed += stepMs) {
        for (let round = 0; round < 3 && hasActivity; round += 1)
          served.bus.publish(eventSources.map((id) => createNodeDone(id)));
        scheduler.advance(stepMs);
        await setImmediate();
      }
    },
    async raiseEvents() {
      hasActivity = true;
      return async () => {
        hasActivity = false;
      };
    },
    connections: () => served.hub.connections,
    close: served.close,
  };
};
