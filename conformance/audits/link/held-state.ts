import { findDefinitionError } from '../../link/link-schemas.ts';
import { toMessageExchange } from '../../link/link-client.ts';
import { defineLinkAuditArea, isEventAbout } from '../../link/link-audit.ts';
import { isRecord, filterRecords, type JsonRecord } from '../../json.ts';
import type { ReceivedMessage } from '../../link/link-connection.ts';

const startup = defineLinkAuditArea('link-coming-up');

export const listHeldGraphs = ({ message }: ReceivedMessage): readonly JsonRecord[] =>
  isRecord(message?.params) ? filterRecords(message.params.graphs) : [];
const listHeldVariables = ({ message }: ReceivedMessage): readonly JsonRecord[] =>
  isRecord(message?.params) ? filterRecords(message.params.variables) : [];

export const comingUpAudits = [
  startup.audit('holding', ['LINK-UP-001', 'LINK-UP-002'], async (t) => {
    const connection = await t.runtime.acceptConnection();
    const { inbox } = connection;
    const greeting = await inbox.until(({ message }) => message?.method === 'hello', t.timeouts.helloMs);
    t.given(greeting !== undefined, 'a runtime that says hello');
    const visit = await t.runtime.handshake(connection).catch(() => undefined);
    const holding = inbox.all.find(({ message }) => message?.method === 'holding');
    if (greeting) t.record(toMessageExchange(t.runtime.server.url, greeting));
    if (holding) t.record(toMessageExchange(t.runtime.server.url, holding));
    t.for('LINK-UP-001').must(visit !== undefined, 'holding arrives within 10 s of the response to hello');
    if (!holding) return;
    const fault = findDefinitionError('holding.params', holding.message?.params);
    t.for('LINK-UP-002').must(fault === undefined, 'holding matches its schema', { actual: fault });
  }),

  startup.audit('held', ['LINK-UP-004', 'LINK-UP-005', 'LINK-UP-006', 'LINK-UP-007'], async (t) => {
    const { line, fixtures } = await t.connectWithFixtures();
    const nodes: Readonly<Record<string, string>> = t.capabilities.nodeTypes.has('OnNewFrame')
      ? { frame: 'OnNewFrame' }
      : {};
    const [idle, running, unloaded] = [
      fixtures.createGraph(nodes),
      fixtures.createGraph(nodes),
      fixtures.createGraph(nodes),
    ];
    await fixtures.loadGraph(idle);
    await fixtures.runGraph(running);
    await fixtures.loadGraph(unloaded);
    await line.runCommand('graph.unload', { graphId: unloaded.graphId });
    const variable = await fixtures.createVariable('Float', 1.5);
    const deleted = await fixtures.createVariable('String', 'gone');
    await line.runCommand('variables.delete', { ids: [deleted.id] });
    const expected = new Map<unknown, unknown>([[variable.id, variable.value]]);
    if (['Start', 'SetVariable'].every((type) => t.capabilities.nodeTypes.has(type))) {
      const counter = await fixtures.createVariable('Float', 0);
      const { from } = await fixtures.runGraph(
        fixtures.createGraph(
          { start: 'Start', set: ['SetVariable', { Variable: counter.name, Value: 42 }] },
          ['start.Out > set.In'],
        ),
      );
      if (t.capabilities.events.has('variable.changed'))
        await line.givenEvent(
          ({ type, data }) => type === 'variable.changed' && data.id === counter.id,
          from,
          'SetVariable writes',
        );
      expected.set(counter.id, 42);
    }
    await line.waitForSteps(2);
    await line.connection.terminate();
    const reconnected = await t.connect();
    line.recordMessage(reconnected.holding);
    t.given(isSameRuntime(line.hello, reconnected.hello), 'a runtime that keeps running after a disconnect');

    const graphs = listHeldGraphs(reconnected.holding);
    const findReportedGraph = ({ graphId }: { graphId: string }) =>
      graphs.find((graph) => graph.graphId === graphId);
    const getReportedVersion = (graph: { graphId: string }): unknown => findReportedGraph(graph)?.version;
    t.for('LINK-UP-004').mustEqual(
      [idle, running].map(getReportedVersion),
      [idle.version, running.version],
      'holding lists the loaded graphs with their versions',
    );
    t.for('LINK-UP-005').mustEqual(
      [idle, running].map((graph) => findReportedGraph(graph)?.running),
      [false, true],
      'holding reports which graphs run',
    );
    const variables = listHeldVariables(reconnected.holding);
    t.for('LINK-UP-006').mustEqual(
      [...expected.keys()].map((id) => variables.find((variable) => variable.id === id)?.value),
      [...expected.values()],
      'holding lists variables with their values',
    );
    t.for('LINK-UP-007').must(
      findReportedGraph(unloaded) === undefined && !variables.some(({ id }) => id === deleted.id),
      'holding does not list unloaded graphs or deleted variables',
    );
  }),

  startup
    .with({ needs: ['messagepack', 'node:Start', 'event:graph.running'] })
    .audit('messagepack', ['LINK-UP-009'], async (t) => {
      const line = await t.connect('messagepack');
      const { holding } = line;
      line.recordMessage(holding);
      t.must(holding.isBinary, 'holding arrives in a binary message');
      const fixtures = t.createFixtures(line);
      const variable = await fixtures.createVariable('Float', 0.1);
      t.given(variable.value === 0.1, 'a variable');
      const graph = fixtures.createGraph({ start: 'Start' });
      const { from } = await fixtures.runGraph(graph);
      const event = await line.recordEvent(isEventAbout('graph.running', graph.graphId), from);
      t.must(event !== undefined, 'A graph sent in MessagePack runs and emits graph.running');
    }),

  startup.with({ needs: ['messagepack'] }).audit('messagepack-values', ['LINK-UP-009'], async (t) => {
    const line = await t.connect('messagepack');
    const fixtures = t.createFixtures(line);
    const variables: { readonly id: string; readonly value: unknown }[] = [];
    for (const [type, value] of sampleValues) variables.push(await fixtures.createVariable(type, value));
    await line.connection.terminate();
    const reconnected = await t.connect('messagepack');
    reconnected.recordMessage(reconnected.holding);
    t.given(isSameRuntime(line.hello, reconnected.hello), 'a runtime that keeps running after a disconnect');
    const reportedVariables = listHeldVariables(reconnected.holding);
    t.mustEqual(
      variables.map(({ id }) => reportedVariables.find((variable) => variable.id === id)?.value),
      sampleValues.map(([, value]) => value),
      'Values survive a round trip in MessagePack',
    );
  }),
];

/** For each type, values that are difficult to encode. */
const sampleValues = [
  ['Float', 0.1],
  ['Float', -1e-7],
  ['Integer', -129],
  ['Integer', 65_536],
  ['Integer', 1_099_511_627_776],
  ['String', 'Grüße, 世界 👋'],
  ['String', 'long '.repeat(100)],
  ['String', ''],
  ['Boolean', true],
] as const;

/** Whether messages from two connections come from the same runtime. */
const isSameRuntime = (one: ReceivedMessage, other: ReceivedMessage): boolean =>
  getInstanceId(one) === getInstanceId(other);

export const getInstanceId = ({ message }: ReceivedMessage): unknown =>
  isRecord(message?.params) ? message.params.instance : undefined;
