import { delay } from '../../link/sleep.ts';
import { closeCodes, limits } from '../../link/link-schemas.ts';
import { formatCloseInfo } from '../../link/link-client.ts';
import { defineLinkAuditArea } from '../../link/link-audit.ts';

const heartbeat = defineLinkAuditArea('link-heartbeat');

/** Timeout in milliseconds. The timeout is longer than a runtime may take to respond. */
const timeoutMs = 2_000;

export const heartbeatAudits = [
  heartbeat.audit('pong', ['LINK-PULSE-001'], async (t) => {
    const line = await t.connect();
    line.recordMessage(line.holding);
    t.must(await line.connection.ping(limits.knockMs), 'A ping gets a response within 2 s');
  }),

  heartbeat.audit('ping', ['LINK-PULSE-002'], async (t) => {
    const line = await t.connect();
    line.recordMessage(line.holding);
    const { connection } = line;
    const before = connection.pings.length;
    const end = performance.now() + limits.heartbeatMs + timeoutMs;
    while (connection.pings.length === before && performance.now() < end && !connection.closeInfo)
      await delay(50);
    t.must(connection.pings.length > before, 'The runtime sends a ping within 5 s');
  }),
];

export const silenceAudits = [
  heartbeat.audit('silence', ['LINK-PULSE-003'], async (t) => {
    const line = await t.connect();
    line.recordMessage(line.holding);
    const { connection } = line;
    connection.stopAnsweringPings();
    const closeInfo = await Promise.race([
      connection.closed,
      delay(limits.silenceMs + limits.heartbeatMs + 2 * timeoutMs),
    ]);
    t.observe(
      'after 15 s of silence',
      closeInfo ? `closed with ${formatCloseInfo(closeInfo)}` : 'the connection stayed open',
    );
    t.must(closeInfo?.code === closeCodes.silent, 'The connection to a silent service is closed with 4003');
  }),
];
