import { truncateJson } from '../../json.ts';
import { defineLinkAuditArea, isEventAbout } from '../../link/link-audit.ts';
import { formatCloseInfo, nonexistentGraphId } from '../../link/link-client.ts';
import { delay, type LinkConnection, type ReceivedMessage } from '../../link/link-connection.ts';
import { closeCodes, limits } from '../../link/link-schemas.ts';
import { getInstanceId, listHeldGraphs } from './held-state.ts';

const heartbeat = defineLinkAuditArea('link-heartbeat');

const cannotPing = 'A page in a browser can neither send nor see pings';

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
    if (connection.isBrowser) t.notApplicable(cannotPing);
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
    if (connection.isBrowser) t.notApplicable(cannotPing);
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

const reconnecting = defineLinkAuditArea('link-coming-back');

/** Milliseconds by which the response to hello is delayed. */
const helloDelayMs = 700;

const isResponse = ({ message }: ReceivedMessage): boolean =>
  message !== undefined && message.method === undefined && message.id !== undefined;

/** Whether responses arrive for requests that were not sent on this connection. */
const receivesStrayResponse = async (
  connection: LinkConnection,
  timeoutMs: number,
): Promise<ReceivedMessage | undefined> => {
  await connection.ping(timeoutMs);
  return connection.inbox.all.find(isResponse);
};

export const comingBackAudits = [
  reconnecting.audit('cut', ['LINK-BACK-001', 'LINK-HELLO-007'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const graph = fixtures.createGraph({});
    await fixtures.loadGraph(graph);
    await line.connection.terminate();
    const next = await t.connect().catch(() => undefined);
    t.for('LINK-BACK-001').must(
      next !== undefined,
      `A disconnected runtime reconnects within ${t.timeouts.reconnectMs / 1000} s`,
    );
    if (!next) return;
    next.recordMessage(next.hello);
    next.recordMessage(next.holding);
    if (listHeldGraphs(next.holding).some(({ graphId }) => graphId === graph.graphId))
      t.for('LINK-HELLO-007').mustEqual(
        getInstanceId(next.hello),
        getInstanceId(line.hello),
        'A runtime that still has its graphs reports the same instance',
      );
    await next.connection.ping(t.timeouts.eventMs);
    next.connection.close(1001, 'The kit closes the connection.');
    await next.connection.closed;
    const thirdConnection = await t.connect().catch(() => undefined);
    t.for('LINK-BACK-001').must(
      thirdConnection !== undefined,
      'The runtime also reconnects after a regular close by the service',
    );
  }),

  reconnecting
    .with({ needs: ['node:OnNewFrame', 'node:LogConsole', 'event:console.log'] })
    .audit('meanwhile', ['LINK-BACK-002'], async (t) => {
      const { fixtures } = await t.connectWithFixtures();
      const { graphId: runningId, isLogEvent } = await fixtures.runLoggingGraph('OnNewFrame');
      const connection = await t.runtime.acceptConnection();
      await connection.inbox.until(
        ({ message: received }) => received?.method === 'hello',
        t.timeouts.helloMs,
      );
      await delay(Math.max(helloDelayMs, 4_000 / t.capabilities.stepsPerSecond));
      const next = await t.connectOver(connection);
      next.recordMessage(next.holding);
      const runs = listHeldGraphs(next.holding).some(
        ({ graphId, running }) => graphId === runningId && running === true,
      );
      if (!runs) t.notApplicable('The runtime does not run graphs while disconnected');
      await next.waitForSteps(3);
      const before = next.events(0, next.holding.index).filter(isLogEvent);
      const after = next.events(next.holding.index).filter(isLogEvent);
      next.recordMessage(before[0]);
      t.should(before.length > 0, 'Events from the disconnected time arrive before holding');
      const ticks = [...before, ...after].map(({ tick }) => Number(tick));
      const gapIndex = ticks.findIndex((tick, index) => index > 0 && tick !== (ticks[index - 1] ?? 0) + 1);
      t.should(gapIndex < 0, 'No event is missing, and none arrives twice', {
        actual: gapIndex < 0 ? undefined : ticks.slice(gapIndex - 1, gapIndex + 1),
      });
    }),

  reconnecting.audit('nothing-runs', ['LINK-BACK-003'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const nodes: Readonly<Record<string, string>> = t.capabilities.nodeTypes.has('OnNewFrame')
      ? { frame: 'OnNewFrame' }
      : {};
    const [idle, stopped] = [fixtures.createGraph(nodes), fixtures.createGraph(nodes)];
    await fixtures.loadGraph(idle);
    await fixtures.runGraph(stopped);
    await line.waitForSteps(2);
    await fixtures.stopGraph(stopped.graphId);
    await line.connection.terminate();
    const next = await t.connect();
    await next.waitForSteps(6);
    next.recordMessage(next.holding);
    const running = listHeldGraphs(next.holding).filter((graph) => graph.running === true);
    t.must(
      !running.some(({ graphId }) => [idle, stopped].some((graph) => graph.graphId === graphId)),
      'holding reports that the graphs do not run',
      { actual: truncateJson(running) },
    );
    const started = next.findEvent((event) =>
      [idle, stopped].some(({ graphId }) => isEventAbout('graph.running', graphId)(event)),
    );
    t.must(started === undefined, 'No graph starts on its own', { actual: started });
  }),

  reconnecting.audit('under-way', ['LINK-BACK-004'], async (t) => {
    const line = await t.connect();
    const commands = Array.from({ length: 50 }, () =>
      line.connection.command('graph.stop', { graphId: nonexistentGraphId }, t.timeouts.responseMs),
    );
    if (t.capabilities.actions.has('project.info'))
      commands.push(
        line.connection.command(
          'action.run',
          { action: 'project.info', parameters: {} },
          t.timeouts.responseMs,
        ),
      );
    const requestedAt = line.getPosition();
    await line.connection.inbox.until(isResponse, t.timeouts.eventMs, requestedAt);
    await line.connection.terminate();
    const next = await t.connect();
    next.recordMessage(next.holding);
    await Promise.all(commands);
    const strayResponse = await receivesStrayResponse(next.connection, t.timeouts.eventMs);
    next.recordMessage(strayResponse);
    t.must(strayResponse === undefined, 'No response arrives to requests sent before the disconnect', {
      actual: strayResponse?.text,
    });
  }),
];
