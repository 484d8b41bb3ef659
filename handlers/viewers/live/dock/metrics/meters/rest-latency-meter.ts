import type { Session } from '../../../session/session.ts';
import type { Meter, GetTime } from './meter.ts';

/** Times a REST call that does not involve the runtime. */
export const createRestLatencyMeter = ({ client }: Pick<Session, 'client'>, now: GetTime): Meter => ({
  start: () => () => {},
  async read() {
    const startedAt = now();
    await client.request('GET /api/health');
    return { rest: now() - startedAt };
  },
});
