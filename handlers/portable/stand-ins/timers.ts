/** What the code of the service uses of `node:timers/promises`. */
import { hostScheduler } from '../host-scheduler.ts';

export const setImmediate = (): Promise<void> => new Promise((resolve) => hostScheduler.atEndOfTurn(resolve));
