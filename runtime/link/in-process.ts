import { Fault } from '#spec/errors.ts';
import type { RuntimeLink, RuntimeTarget } from './protocol.ts';

/** The link to a runtime in the same process. */
export const createInProcessLink = (target: RuntimeTarget): RuntimeLink => ({
  connected: true,
  // async, so that what the runtime throws is a rejection here as it would be from another process
  request: async (command, params) => target.execute(command, params),
});

/** The link when there is no runtime. */
export const createNoLink = (): RuntimeLink => ({
  connected: false,
  request: async () => {
    throw new Fault('RUNTIME_NOT_CONNECTED');
  },
});
