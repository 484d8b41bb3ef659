import { effect } from '@preact/signals';
import { createUnevenness } from './unevenness.ts';
import type { Notices } from '../../../app/notices.ts';
import type { Session } from '../../../session/session.ts';
import type { Meter, Now } from './meter.ts';

interface EventMeterParts {
  readonly session: Pick<Session, 'hub' | 'state'>;
  readonly notices: Pick<Notices, 'fail'>;
  readonly now: Now;
  /** How long a step takes, in milliseconds. */
  stepMs(): number | undefined;
}

/** Counts the events of the hub, and how evenly they come. */
export const createEventMeter = ({ session, notices, now, stepMs }: EventMeterParts): Meter => {
  let unevenness = createUnevenness();
  let count = 0;
  let isListening = false;
  return {
    begin() {
      return effect(() => {
        const hub = session.hub.value;
        count = 0;
        isListening = false;
        unevenness = createUnevenness();
        const following = hub?.subscribe(['*'], ({ tick, coalesced = 1 }) => {
          count += coalesced;
          unevenness.add(tick, now(), stepMs());
        });
        following?.then(() => {
          isListening = true;
        }, notices.fail);
        return () => void following?.then(({ end }) => end()).catch(() => {});
      });
    },
    async read(seconds) {
      const events = count / seconds;
      const mean = unevenness.take();
      count = 0;
      if (!isListening || session.state.value !== 'connected') return {};
      return { events, ...(mean !== undefined && { unevenness: mean }) };
    },
  };
};
