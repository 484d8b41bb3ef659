import type { Session } from '../../../session/session.ts';
import type { Meter, GetTime } from './meter.ts';

interface RuntimeClockMeter extends Meter {
  /** Returns the duration of a step in milliseconds; undefined while time is paused or before the first read. */
  stepMs(): number | undefined;
}

/** Reads the clock of the runtime through the hub. */
export const createRuntimeClockMeter = ({ hub }: Pick<Session, 'hub'>, now: GetTime): RuntimeClockMeter => {
  let last: { readonly tick: number; readonly at: number } | undefined;
  let stepMs: number | undefined;
  return {
    stepMs: () => stepMs,
    start() {
      last = undefined;
      stepMs = undefined;
      return () => {};
    },
    async read() {
      const before = last;
      last = undefined;
      if (!hub.value) return {};
      const asked = now();
      const { tick, paused, fixedStep } = (await hub.value.act('time.get')).result;
      const at = now();
      last = { tick, at };
      stepMs = paused ? undefined : fixedStep * 1_000;
      const goesOn = before && tick >= before.tick && at > before.at;
      return {
        hub: at - asked,
        ...(goesOn && { steps: ((tick - before.tick) / (at - before.at)) * 1_000 }),
      };
    },
  };
};
