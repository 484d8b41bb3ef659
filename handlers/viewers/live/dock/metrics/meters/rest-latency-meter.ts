import type { Session } from '../../../session/session.ts';
import type { Meter, GetTime } from './meter.ts';

/** Creates a meter that measures the duration of a REST call that doesn't involve the runtime. */
export const createRestLatencyMeter = ({ client }: Pick<Session, 'client'>, now: GetTime): Meter => ({
  start: () => () => {},
  async read() {
    const startedAt = now();
    await client.request('GET /api/health');
    return { rest: now() - startedAt };
  },
});
