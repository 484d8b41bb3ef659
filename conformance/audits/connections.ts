import { type NodePort, nonexistentId } from '../audit-helpers/fixtures.ts';
import { mustRejectWithoutEffect } from '../audit-helpers/must-reject.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { includesWord } from '../target/hub/hub-event.ts';
import { type Id, isId, pathTo } from '../target/id.ts';
import { createConnectionBody } from './type-compatibility.ts';

const connections = defineAuditArea('connections', 'token', 'project');

/** Creates a graph with two ports of the same type on two new nodes. */
const createPortPair = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const { output, input } = await t.fixtures.connectablePair(graph);
  return { graph, output, input, path: pathTo`/api/graphs/${graph.id}/connections` };
};

const createConnectedPair = async (t: AuditTools) => {
  const pair = await createPortPair(t);
  const reply = await t.fixtures.connect(pair.graph, pair.output.port.id, pair.input.port.id);
  t.given(reply.ok, 'two ports of the same type can be connected', { actual: reply.status });
  t.given((await t.fixtures.listConnections(pair.graph)).length === 1, 'the connection is listed');
  return pair;
};

/** Finds a node type with two inputs of the same type, for which outputs exist. */
const findTypeWithTwoInputs = async (t: AuditTools): Promise<{ category: string; type: string }> => {
  const palette = await t.fixtures.palette();
  const { output } = palette.types();
  for (const { category, ports } of palette.nodes) {
    const inputs = ports.filter(({ direction }) => direction === 'input').map(({ type }) => type);
    const type = inputs.find((name, index) => output.has(name) && inputs.lastIndexOf(name) > index);
    if (type !== undefined) return { category, type };
  }
  return t.unverified('a node type with two inputs of one type (choices.paths "port.direction")');
};

/**
 * Whether a record contains an id, even within the string of an endpoint. An id that is part of a port id doesn't
 * count.
 */
const mentionsId = (record: unknown, id: Id, ports: readonly Id[]): boolean => {
  const otherPorts = ports.filter((port) => port !== id && String(port).includes(String(id)));
  const texts = otherPorts.reduce<string>(
    (text, port) => text.replaceAll(String(port), ''),
    JSON.stringify(record) ?? '',
  );
  return includesWord(JSON.parse(texts), id);
};

export const audits = [
  connections.audit('create', ['CONN-CREATE-001', 'CONN-001', 'OVER-GRAPH-002'], async (t) => {
    const { graph, output, input } = await createPortPair(t);
    const reply = await t.fixtures.connect(graph, output.port.id, input.port.id);
    t.for('CONN-001').mustSucceed(reply, 'outputPortId and inputPortId create a connection');
    const created = t.for('CONN-CREATE-001');
    created.mustEqual(reply.status, 201, 'a connection is created with 201');
    created.must(
      includesWord(reply.json, output.port.id) && includesWord(reply.json, input.port.id),
      'the response is the connection with both ports',
      { actual: reply.text },
    );
    const listed = await t.fixtures.listConnections(graph);
    t.for('OVER-GRAPH-002').mustEqual(
      listed.length,
      1,
      'connecting one output to one input creates one connection',
    );
  }),
  connections
    .with({ likelyCause: 'a port is found by its type or node, so another port of the node is connected' })
    .audit('one-to-one', ['OVER-GRAPH-002'], async (t) => {
      const { category, type } = await findTypeWithTwoInputs(t);
      const graph = await t.fixtures.graph();
      const output = await t.fixtures.port(graph, type, 'output');
      const node = await t.fixtures.node(graph, category);
      const input =
        node.ports.find((port) => port.type === type && port.direction === 'input') ??
        t.unverified(`a ${type} input on ${category}`);
      const reply = await t.fixtures.connect(graph, output.port.id, input.id);
      t.givenSuccess(reply, 'two ports of the same type can be connected');
      const listed = await t.fixtures.listConnections(graph);
      t.mustEqual(listed.length, 1, 'there is one connection');
      const ends = [output.port.id, input.id];
      const ids = [...output.node.ports, ...node.ports].map(({ id }) => id);
      const wired = ids.filter((id) => !ends.includes(id) && mentionsId(listed, id, ids));
      t.must(wired.length === 0, 'no other port of the two nodes is connected', { actual: listed });
    }),
  connections.audit('list', ['CONN-LIST-001', 'CONN-002', 'CONN-003', 'CONN-004'], async (t) => {
    const { graph, output, input, path } = await createConnectedPair(t);
    const reply = await t.http.get(path);
    t.for('CONN-LIST-001').must(reply.ok && Array.isArray(reply.json), 'the connections are an array', {
      actual: reply.text.slice(0, 200),
    });
    const [connection] = await t.fixtures.listConnections(graph);
    const ports = [output.port.id, input.port.id];
    const ends = {
      'CONN-003': { 'output port': output.port.id, 'input port': input.port.id },
      'CONN-004': { 'output node': output.node.id, 'input node': input.node.id },
    } as const;
    for (const requirement of ['CONN-003', 'CONN-004'] as const) {
      for (const [end, id] of Object.entries(ends[requirement])) {
        t.for(requirement).must(
          mentionsId(connection, id, ports),
          `a listed connection contains the id of its ${end}`,
          { actual: connection },
        );
      }
    }
    const id = t.fields.read(connection, 'connection.id');
    const values = Object.values(ends).flatMap((sides) => Object.values(sides));
    t.for('CONN-002').must(isId(id) && !values.includes(id), 'a listed connection has its own id', {
      actual: connection,
    });
  }),
  connections.audit('fields', ['CONN-005'], async (t) => {
    const { graph } = await createConnectedPair(t);
    t.observe('fields of a connection', Object.keys((await t.fixtures.listConnections(graph))[0] ?? {}));
  }),
  connections.audit('list-unknown-graph', ['CONN-LIST-004'], async (t) => {
    const { path } = await createConnectedPair(t);
    t.given((await t.http.get(path)).ok, 'the connections of an existing graph are listed');
    t.mustFail(await t.http.get(pathTo`/api/graphs/${nonexistentId}/connections`), 404, 'GRAPH_NOT_FOUND');
  }),
  connections.audit('unknown-graph', ['CONN-CREATE-004', 'ERR-014'], async (t) => {
    const { graph, output, input } = await createPortPair(t);
    const body = createConnectionBody(output.port, input.port);
    const assertions = t.for('CONN-CREATE-004', 'ERR-014');
    await mustRejectWithoutEffect(
      assertions,
      () => t.fixtures.listConnections(graph),
      [404, 'GRAPH_NOT_FOUND'],
      {
        'a connection in an unknown graph': () =>
          t.http.post(pathTo`/api/graphs/${nonexistentId}/connections`, body),
      },
    );
    assertions.must(
      (await t.fixtures.connect(graph, output.port.id, input.port.id)).ok,
      'the same pair connects in its own graph',
    );
  }),
  connections.audit('unknown-port', ['CONN-CREATE-005', 'ERR-017'], async (t) => {
    const { graph, output, input, path } = await createPortPair(t);
    const existingBody = createConnectionBody(output.port, input.port);
    const assertions = t.for('CONN-CREATE-005', 'ERR-017');
    await mustRejectWithoutEffect(
      assertions,
      () => t.fixtures.listConnections(graph),
      [404, 'PORT_NOT_FOUND'],
      {
        'a connection from an unknown port': () =>
          t.http.post(path, { ...existingBody, outputPortId: nonexistentId }),
        'a connection to an unknown port': () =>
          t.http.post(path, { ...existingBody, inputPortId: nonexistentId }),
      },
    );
    assertions.must((await t.http.post(path, existingBody)).ok, 'the existing ports connect');
  }),
  connections.audit('invalid-body', ['CONN-CREATE-003'], async (t) => {
    const { graph, output, input, path } = await createPortPair(t);
    await mustRejectWithoutEffect(t, () => t.fixtures.listConnections(graph), [400], {
      'an empty body': () => t.http.post(path, {}),
      'a body without an input': () => t.http.post(path, { outputPortId: output.port.id }),
      'a body without an output': () => t.http.post(path, { inputPortId: input.port.id }),
      'a body with a wrong type': () =>
        t.http.post(path, { outputPortId: { no: 'id' }, inputPortId: input.port.id }),
      'a list': () => t.http.post(path, []),
    });
    t.must(
      (await t.http.post(path, createConnectionBody(output.port, input.port))).ok,
      'the complete body creates a connection',
    );
  }),
  connections.audit('duplicate', ['CONN-CREATE-006', 'ERR-022'], async (t) => {
    const { graph, output, input } = await createConnectedPair(t);
    await mustRejectWithoutEffect(
      t.for('CONN-CREATE-006', 'ERR-022'),
      async () => (await t.fixtures.listConnections(graph)).length,
      [409, 'DUPLICATE_CONNECTION'],
      { 'a connected pair': () => t.fixtures.connect(graph, output.port.id, input.port.id) },
    );
  }),
  connections.with({ timeout: 120_000 }).audit('direction', ['CONN-COMPAT-008'], async (t) => {
    const { output: outputs, input: inputs } = (await t.fixtures.palette()).types();
    const types = [...outputs].filter((type) => inputs.has(type));
    t.given(types.length > 0, 'node types with an output and an input of the same type');
    for (const type of types) {
      const graph = await t.fixtures.graph();
      const path = pathTo`/api/graphs/${graph.id}/connections`;
      const [from, from2] = [
        await t.fixtures.port(graph, type, 'output'),
        await t.fixtures.port(graph, type, 'output'),
      ];
      const [to, to2] = [
        await t.fixtures.port(graph, type, 'input'),
        await t.fixtures.port(graph, type, 'input'),
      ];
      const connect = (one: NodePort, other: NodePort) => () =>
        t.http.post(path, createConnectionBody(one.port, other.port));
      await mustRejectWithoutEffect(t, () => t.fixtures.listConnections(graph), 'no success', {
        [`a connection from a ${type} input to an output`]: connect(to, from),
        [`a connection between two ${type} outputs`]: connect(from, from2),
        [`a connection between two ${type} inputs`]: connect(to, to2),
      });
      t.must((await connect(from, to)()).ok, `${type} connects in the right direction`);
    }
  }),
  connections.audit('validate', ['CONN-VALIDATE-001'], async (t) => {
    const { graph, output, input, path } = await createPortPair(t);
    const mustConnectNothing = async (one: NodePort, other: NodePort, words: string) => {
      const reply = await t.http.post(`${path}/validate`, createConnectionBody(one.port, other.port));
      t.mustEqual(
        (await t.fixtures.listConnections(graph)).length,
        0,
        `the dry run of ${words} connects nothing`,
      );
      return reply;
    };
    const reply = await mustConnectNothing(output, input, 'a pair that can be connected');
    t.mustSucceed(reply, 'the dry run of a pair that can be connected succeeds');
    await mustConnectNothing(input, output, 'a pair that cannot be connected');
    t.must((await t.fixtures.connect(graph, output.port.id, input.port.id)).ok, 'the pair can be connected');
  }),
  connections.audit('validate-fields', ['CONN-VALIDATE-002'], async (t) => {
    const { output, input, path } = await createPortPair(t);
    const reply = await t.http.post(`${path}/validate`, createConnectionBody(output.port, input.port));
    t.given(reply.ok, 'a dry run');
    t.observe('response of the dry run', reply.json);
  }),
];
