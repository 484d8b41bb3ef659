import type { Session } from '../../../session/session.ts';
import type { Meter, Now } from './meter.ts';

/** Times a call over REST that has nothing to do with the runtime. */
export const createHealthMeter = ({ client }: Pick<Session, 'client'>, now: Now): Meter => ({
  begin: () => () => {},
  async read() {
    const asked = now();
    await client.request('GET /api/health');
    return { rest: now() - asked };
  },
});
