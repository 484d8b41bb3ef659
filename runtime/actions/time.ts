import { ApiError } from '#spec/errors.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

export const timeHandlers = {
  get: (_, { clock: { tick, time: now, scale, paused, fixedStep } }) => ({
    tick,
    time: now,
    scale,
    paused,
    fixedStep,
  }),
  setScale: ({ scale }, { clock }) => {
    const previous = clock.scale;
    clock.setScale(scale);
    return { previous };
  },
  pause: (_, { clock }) => {
    clock.pause();
    return { tick: clock.tick };
  },
  resume: (_, { clock }) => {
    clock.resume();
    return { tick: clock.tick };
  },
  step: ({ ticks }, { clock }) => {
    if (!clock.paused) {
      throw new ApiError('ACTION_FAILED', 'Time is running, so it cannot be stepped. Call time.pause first.');
    }
    const last = clock.step(ticks);
    return last instanceof Promise ? last.then((tick) => ({ tick })) : { tick: last };
  },
} satisfies ActionHandlers<Actions['time']>;
