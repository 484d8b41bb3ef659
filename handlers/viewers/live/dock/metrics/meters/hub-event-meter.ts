import { effect } from '@preact/signals';
import { createEventJitter } from './event-jitter.ts';
import type { Notices } from '../../../app/notice-store.ts';
import type { Session } from '../../../session/session.ts';
import type { Meter, GetTime } from './meter.ts';

interface HubEventMeterOptions {
  readonly session: Pick<Session, 'hub' | 'state'>;
  readonly notices: Pick<Notices, 'showError'>;
  readonly now: GetTime;
  /** Returns the duration of a step in milliseconds, or `undefined` if the duration is unknown. */
  stepMs(): number | undefined;
}

/** Creates a meter that counts the hub's events and measures their jitter. */
export const createHubEventMeter = ({ session, notices, now, stepMs }: HubEventMeterOptions): Meter => {
  let jitter = createEventJitter();
  let count = 0;
  let isListening = false;
  return {
    start() {
      return effect(() => {
        const hub = session.hub.value;
        count = 0;
        isListening = false;
        jitter = createEventJitter();
        const following = hub?.subscribe(['*'], ({ tick, coalesced = 1 }) => {
          count += coalesced;
          jitter.add(tick, now(), stepMs());
        });
        following?.then(() => {
          isListening = true;
        }, notices.showError);
        return () => void following?.then(({ end }) => end()).catch(() => {});
      });
    },
    async read(seconds) {
      const events = count / seconds;
      const mean = jitter.readMean();
      count = 0;
      if (!isListening || session.state.value !== 'connected') return {};
      return { events, ...(mean !== undefined && { jitter: mean }) };
    },
  };
};
