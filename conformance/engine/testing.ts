import { createInterruption } from './interruption.ts';
import { createTakeAway } from './take-away.ts';
import type { Session } from '../target/session.ts';
import type { Shared } from './context.ts';

/** What a run lends to an audit on its own, with routes that the target is said to list; nothing knows node types. */
export const sharedFor = async (
  session: Session,
  listed: readonly string[] = [],
  signal = new AbortController().signal,
): Promise<Shared> => {
  const routes = new Set(listed);
  const takeAway = await createTakeAway(session, routes);
  return {
    session,
    health: undefined,
    routes,
    palette: () => Promise.reject(new Error('no palette')),
    takeAway,
    inventory: takeAway.inventory,
    interruption: createInterruption(signal),
  };
};
