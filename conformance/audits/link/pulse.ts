import { later } from '../../link/later.ts';
import { closeCodes, limits } from '../../link/contract.ts';
import { endingIn } from '../../link/line.ts';
import { linkArea } from '../../link/link-audit.ts';

const pulse = linkArea('link-heartbeat');

/** More than a runtime may take, in milliseconds. */
const graceMs = 2_000;

export const pulseAudits = [
  pulse.audit('pong', ['LINK-PULSE-001'], async (t) => {
    const line = await t.line();
    line.show(line.holding);
    t.must(await line.connection.ping(limits.knockMs), 'A ping is answered within 2 s');
  }),

  pulse.audit('ping', ['LINK-PULSE-002'], async (t) => {
    const line = await t.line();
    line.show(line.holding);
    const { connection } = line;
    const before = connection.pings.length;
    const end = performance.now() + limits.heartbeatMs + graceMs;
    while (connection.pings.length === before && performance.now() < end && !connection.ending)
      await later(50);
    t.must(connection.pings.length > before, 'A ping of the runtime comes within 5 s');
  }),
];

export const silenceAudits = [
  pulse.audit('silence', ['LINK-PULSE-003'], async (t) => {
    const line = await t.line();
    line.show(line.holding);
    const { connection } = line;
    connection.fallSilent();
    const ending = await Promise.race([
      connection.closed,
      later(limits.silenceMs + limits.heartbeatMs + 2 * graceMs),
    ]);
    t.observe('after 15 s of silence', ending ? `ended with ${endingIn(ending)}` : 'the connection went on');
    t.must(ending?.code === closeCodes.silent, 'A silent service is left, with 4003');
  }),
];
