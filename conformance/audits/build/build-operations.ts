import { mustRejectWithoutEffect } from '../../audit-helpers/must-reject.ts';
import { requirePortName, toTempId } from '../../audit-helpers/node-type-survey.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { includesDeep } from '../../json.ts';
import { parseVector } from '../../model/sample-values.ts';
import { pathTo } from '../../target/id.ts';
import { chooseNodeType } from '../nodes/find-nodes.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';

/** Reads the contents of a graph, so that they can be compared before and after a call. */
const readGraphContents = async (t: AuditTools, graph: TargetGraph) => ({
  nodes: (await t.fixtures.listNodes(graph)).map(({ id }) => id).sort(),
  connections: (await t.fixtures.listConnections(graph)).length,
});

const bulk = defineAuditArea('bulk', 'token', 'project');

const createNodeSpec = (category: string) => ({ category, locationX: 0, locationY: 0 });

const build = defineAuditArea('build', 'token', 'project');

/** Finds two node types and the names of ports that can be connected, as a build refers to them. */
const findConnectableTypes = async (t: AuditTools, graph: TargetGraph) => {
  const { output, input } = await t.fixtures.connectablePair(graph);
  return {
    from: { category: output.node.category, port: requirePortName(t, output.port), node: output.node },
    to: { category: input.node.category, port: requirePortName(t, input.port), node: input.node },
  };
};

export const audits = [
  bulk.audit('create', ['BULK-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const category = await chooseNodeType(t);
    const before = await readGraphContents(t, graph);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes/bulk`, [
      createNodeSpec(category),
      createNodeSpec(category),
      createNodeSpec(category),
    ]);
    t.mustSucceed(reply, 'a bulk request creates three nodes');
    t.mustEqual(
      (await readGraphContents(t, graph)).nodes.length,
      before.nodes.length + 3,
      'three nodes were added',
    );
  }),
  bulk.audit('all-or-nothing', ['BULK-002'], async (t) => {
    const graph = await t.fixtures.graph();
    const category = await chooseNodeType(t);
    const path = pathTo`/api/graphs/${graph.id}/nodes/bulk`;
    t.given((await t.http.post(path, [createNodeSpec(category)])).ok, 'a bulk request creates one node');
    t.given((await readGraphContents(t, graph)).nodes.length > 2, 'the nodes of a bulk request are listed');
    await mustRejectWithoutEffect(t, () => readGraphContents(t, graph), 'no success', {
      'a bulk request with one invalid spec': () =>
        t.http.post(path, [
          createNodeSpec(category),
          createNodeSpec('NoSuchNodeTypeAtAll'),
          createNodeSpec(category),
        ]),
    });
  }),
  bulk.audit('limit', ['BULK-003', 'LIMIT-003'], async (t) => {
    const graph = await t.fixtures.graph();
    const path = pathTo`/api/graphs/${graph.id}/nodes/bulk`;
    const category = await chooseNodeType(t);
    const specs = (count: number) => Array.from({ length: count }, () => createNodeSpec(category));
    const largest = await t.http.post(path, specs(1000));
    const assertions = t.for('BULK-003', 'LIMIT-003');
    assertions.mustSucceed(largest, 'a bulk request creates 1000 nodes');
    const emptyGraph = await t.fixtures.graph();
    await mustRejectWithoutEffect(assertions, () => readGraphContents(t, emptyGraph), 'no success', {
      'a bulk request with 1001 nodes': () =>
        t.http.post(pathTo`/api/graphs/${emptyGraph.id}/nodes/bulk`, specs(1001)),
    });
  }),

  build.audit('create', ['BUILD-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const { from, to } = await findConnectableTypes(t, graph);
    const before = await readGraphContents(t, graph);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
      nodes: [
        { tempId: toTempId('a'), category: from.category, ports: {} },
        { tempId: toTempId('b'), category: to.category, ports: {} },
      ],
      connections: [{ from: `${toTempId('a')}/${from.port}`, to: `${toTempId('b')}/${to.port}` }],
    });
    t.mustSucceed(reply, 'a build of two connected nodes succeeds');
    const after = await readGraphContents(t, graph);
    t.mustEqual(after.nodes.length, before.nodes.length + 2, 'two nodes were added');
    t.mustEqual(after.connections, before.connections + 1, 'one connection was added');
  }),
  build.audit('values', ['BUILD-002'], async (t) => {
    const graph = await t.fixtures.graph();
    const { node, port } = await t.fixtures.port(graph, 'Vector3', 'input');
    const name = requirePortName(t, port);
    const before = await readGraphContents(t, graph);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
      nodes: [{ tempId: toTempId('v'), category: node.category, ports: { [name]: [1, 2, 3] } }],
      connections: [],
    });
    t.mustSucceed(reply, 'a build with a compound value succeeds');
    const built = (await t.fixtures.listNodes(graph)).find(({ id }) => !before.nodes.includes(id));
    const builtPort = built?.ports.find((one) => one.name === name);
    t.must(builtPort !== undefined, 'the built node has the port');
    const value = builtPort && (await t.fixtures.read(builtPort.id));
    t.mustEqual(parseVector('Vector3', value) ?? value, [1, 2, 3], 'the port holds the value');
  }),
  build.audit('all-or-nothing', ['BUILD-003', 'BUILD-004'], async (t) => {
    const graph = await t.fixtures.graph();
    const { from, to } = await findConnectableTypes(t, graph);
    const path = pathTo`/api/graphs/${graph.id}/build`;
    const a = { tempId: toTempId('a'), category: from.category, ports: {} };
    const b = { tempId: toTempId('b'), category: to.category, ports: {} };
    const connection = { from: `${toTempId('a')}/${from.port}`, to: `${toTempId('b')}/${to.port}` };
    t.given(
      (await t.http.post(path, { nodes: [a, b], connections: [connection] })).ok,
      'the same build without the error succeeds',
    );
    const build = (nodes: unknown, connections: unknown) => () => t.http.post(path, { nodes, connections });
    await mustRejectWithoutEffect(t.for('BUILD-003'), () => readGraphContents(t, graph), 'no success', {
      'a build with an unknown node type': build([a, { ...b, category: 'NoSuchNodeTypeAtAll' }], []),
    });
    await mustRejectWithoutEffect(t.for('BUILD-004'), () => readGraphContents(t, graph), 'no success', {
      'a build with an unknown port': build(
        [a, b],
        [connection, { from: `${toTempId('a')}/${from.port}`, to: `${toTempId('b')}/NoSuchPortAtAll` }],
      ),
      'a build with an unknown node': build(
        [a, b],
        [{ from: `nobody/${from.port}`, to: `${toTempId('b')}/${to.port}` }],
      ),
    });
  }),
  build.audit('bad-value', ['BUILD-007'], async (t) => {
    const graph = await t.fixtures.graph();
    const { node, port } = await t.fixtures.port(graph, 'Float', 'input');
    const name = requirePortName(t, port);
    const build = (value: unknown) =>
      t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
        nodes: [1.5, value].map((nodeValue, index) => ({
          tempId: toTempId(index),
          category: node.category,
          ports: { [name]: nodeValue },
        })),
        connections: [],
      });
    t.given((await build(2.5)).ok, 'the same build with a number succeeds');
    await mustRejectWithoutEffect(t, () => readGraphContents(t, graph), 'no success', {
      'a build with an invalid port value': () => build({ no: 'number' }),
    });
  }),
  build.audit('existing-nodes', ['BUILD-005'], async (t) => {
    const graph = await t.fixtures.graph();
    const { from, to } = await findConnectableTypes(t, graph);
    const before = await readGraphContents(t, graph);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
      nodes: [],
      connections: [{ from: `${from.node.id}/${from.port}`, to: `${to.node.id}/${to.port}` }],
    });
    t.mustSucceed(reply, 'a build without nodes connects existing nodes');
    t.mustEqual((await readGraphContents(t, graph)).nodes, before.nodes, 'no node was added');
    const [connection] = await t.fixtures.listConnections(graph);
    t.must(
      includesDeep(connection, from.node.id) && includesDeep(connection, to.node.id),
      'the two nodes are connected',
      { actual: connection },
    );
  }),
  build.audit('new-and-existing', ['BUILD-009'], async (t) => {
    for (const newEnd of ['from', 'to'] as const) {
      const graph = await t.fixtures.graph();
      const { from, to } = await findConnectableTypes(t, graph);
      const newNode = { from, to }[newEnd];
      const end = (side: 'from' | 'to', { node, port }: typeof from): string =>
        `${side === newEnd ? toTempId('made') : node.id}/${port}`;
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
        nodes: [{ tempId: toTempId('made'), category: newNode.category, ports: {} }],
        connections: [{ from: end('from', from), to: end('to', to) }],
      });
      t.mustSucceed(reply, `a new node is connected to an existing one, with the new node as ${newEnd}`);
      const [connection] = await t.fixtures.listConnections(graph);
      const existingId = { from: to, to: from }[newEnd].node.id;
      t.must(includesDeep(connection, existingId), 'the existing node is connected', { actual: connection });
    }
  }),
  build.audit('limit', ['BUILD-006', 'LIMIT-004'], async (t) => {
    const category = await chooseNodeType(t);
    const nodes = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ tempId: toTempId(index), category, ports: {} }));
    const graph = await t.fixtures.graph();
    const largest = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
      nodes: nodes(1000),
      connections: [],
    });
    const assertions = t.for('BUILD-006', 'LIMIT-004');
    assertions.mustSucceed(largest, 'a build of 1000 nodes succeeds');
    const emptyGraph = await t.fixtures.graph();
    await mustRejectWithoutEffect(assertions, () => readGraphContents(t, emptyGraph), 'no success', {
      'a build of 1001 nodes': () =>
        t.http.post(pathTo`/api/graphs/${emptyGraph.id}/build`, { nodes: nodes(1001), connections: [] }),
    });
  }),
];
