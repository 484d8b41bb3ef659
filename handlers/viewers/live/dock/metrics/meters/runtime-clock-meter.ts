import type { Session } from '../../../session/session.ts';
import type { Meter, GetTime } from './meter.ts';

interface RuntimeClockMeter extends Meter {
  /** Returns the duration of a step in milliseconds, or `undefined` while time is paused and before the first read. */
  stepMs(): number | undefined;
}

/** Creates a meter that reads the runtime's clock through the hub. */
export const createRuntimeClockMeter = ({ hub }: Pick<Session, 'hub'>, now: GetTime): RuntimeClockMeter => {
  let lastReading: { readonly tick: number; readonly at: number } | undefined;
  let stepMs: number | undefined;
  return {
    stepMs: () => stepMs,
    start() {
      lastReading = undefined;
      stepMs = undefined;
      return () => {};
    },
    async read() {
      const previous = lastReading;
      lastReading = undefined;
      if (!hub.value) return {};
      const requestedAt = now();
      const { tick, paused, fixedStep } = (await hub.value.act('time.get')).result;
      const at = now();
      lastReading = { tick, at };
      stepMs = paused ? undefined : fixedStep * 1_000;
      const isContinuous = previous && tick >= previous.tick && at > previous.at;
      return {
        hub: at - requestedAt,
        ...(isContinuous && { steps: ((tick - previous.tick) / (at - previous.at)) * 1_000 }),
      };
    },
  };
};
