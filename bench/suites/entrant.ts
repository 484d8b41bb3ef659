import { lazy } from './lazy.ts';
import type { Child } from '../child/child-process.ts';
import type { FanOutOrder, FanOutResult } from '../load/flood.ts';
import type { Opened } from '../load/fan-out-load.ts';
import type { Contestant } from './contestants.ts';
import type { SuiteContext } from './suite.ts';

/** One contestant, and the load generator that belongs to it for the length of the suite. */
export interface Entrant {
  readonly contestant: Contestant;
  /** Connects so many subscribers, or keeps those of the race before when they are as many: 5,000 take seconds. */
  connect(subscribers: number, messageBytes: number): Promise<Opened>;
  /** Causes events at whoever is connected. */
  run(order: FanOutOrder): Promise<FanOutResult>;
}

export const createEntrant = ({ start }: Pick<SuiteContext, 'start'>, contestant: Contestant): Entrant => {
  const load = lazy((): Child<'fan-out-load'> => start('fan-out-load'));
  let connected: { readonly subscribers: number; readonly opened: Opened } | undefined;
  return {
    contestant,
    async connect(subscribers, messageBytes) {
      const isKept = connected?.subscribers === subscribers && (await load().ask('isWhole', undefined));
      if (connected && isKept) return connected.opened;
      connected = undefined;
      const hub = await contestant.locate({ messageBytes });
      const opened = await load().ask('open', { hub, dialect: contestant.dialect, subscribers });
      if (!('refusal' in opened)) connected = { subscribers, opened };
      return opened;
    },
    async run(order) {
      const kept = connected;
      // Who is in the middle of a race when its time is up, or has missed events, is not kept for the next.
      connected = undefined;
      const result = await load().ask('run', order);
      if (result.complaint === undefined) connected ??= kept;
      return result;
    },
  };
};
