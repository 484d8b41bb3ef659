import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { mentions } from '../../json.ts';
import { componentsOf } from '../../model/components.ts';
import { area } from '../../area.ts';
import { portName } from '../../lab/build-ends.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import { tempIdOf } from '../../lab/temp-ids.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

const bulk = area('bulk', 'token', 'project');
const build = area('build', 'token', 'project');

const spec = (category: string) => ({ category, locationX: 0, locationY: 0 });

/** What a graph holds, to compare before and after. */
const contents = async (t: AuditTools, graph: LabGraph) => ({
  nodes: (await t.lab.nodesOf(graph)).map(({ id }) => id).sort(),
  connections: (await t.lab.connectionsOf(graph)).length,
});

const someCategory = async (t: AuditTools): Promise<string> =>
  (await t.lab.palette()).nodes.find(({ ports }) => ports.length > 0)?.category ??
  t.unverified('a node type that can be created');

/** Two node types and port names that connect, as a build writes them. */
const buildable = async (t: AuditTools, graph: LabGraph) => {
  const { output, input } = await t.lab.wirablePair(graph);
  return {
    from: { category: output.node.category, port: portName(t, output.port), node: output.node },
    to: { category: input.node.category, port: portName(t, input.port), node: input.node },
  };
};

export const bulkAudits = [
  bulk.audit('create', ['BULK-001'], async (t) => {
    const graph = await t.lab.graph();
    const category = await someCategory(t);
    const before = await contents(t, graph);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes/bulk`, [
      spec(category),
      spec(category),
      spec(category),
    ]);
    t.must(reply.ok, 'a bulk of three nodes is created', inShort(reply));
    t.mustEqual((await contents(t, graph)).nodes.length, before.nodes.length + 3, 'three nodes were added');
  }),
  bulk.audit('all-or-nothing', ['BULK-002'], async (t) => {
    const graph = await t.lab.graph();
    const category = await someCategory(t);
    const path = pathTo`/api/graphs/${graph.id}/nodes/bulk`;
    t.given((await t.http.post(path, [spec(category)])).ok, 'a bulk of one node is created');
    t.given((await contents(t, graph)).nodes.length > 2, 'nodes of a bulk are listed');
    await refusedWithoutTrace(t, () => contents(t, graph), 'no success', {
      'a bulk with one bad spec': () =>
        t.http.post(path, [spec(category), spec('NoSuchNodeTypeAtAll'), spec(category)]),
    });
  }),
  bulk.audit('limit', ['BULK-003', 'LIMIT-003'], async (t) => {
    const graph = await t.lab.graph();
    const path = pathTo`/api/graphs/${graph.id}/nodes/bulk`;
    const category = await someCategory(t);
    const specs = (count: number) => Array.from({ length: count }, () => spec(category));
    const largest = await t.http.post(path, specs(1000));
    const both = t.of('BULK-003', 'LIMIT-003');
    both.must(largest.ok, 'a bulk of 1000 nodes is created', inShort(largest));
    const fresh = await t.lab.graph();
    await refusedWithoutTrace(both, () => contents(t, fresh), 'no success', {
      'a bulk of 1001 nodes': () => t.http.post(pathTo`/api/graphs/${fresh.id}/nodes/bulk`, specs(1001)),
    });
  }),
  build.audit('create', ['BUILD-001'], async (t) => {
    const graph = await t.lab.graph();
    const { from, to } = await buildable(t, graph);
    const before = await contents(t, graph);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
      nodes: [
        { tempId: tempIdOf('a'), category: from.category, ports: {} },
        { tempId: tempIdOf('b'), category: to.category, ports: {} },
      ],
      connections: [{ from: `${tempIdOf('a')}/${from.port}`, to: `${tempIdOf('b')}/${to.port}` }],
    });
    t.must(reply.ok, 'a build of two wired nodes succeeds', inShort(reply));
    const after = await contents(t, graph);
    t.mustEqual(after.nodes.length, before.nodes.length + 2, 'two nodes were added');
    t.mustEqual(after.connections, before.connections + 1, 'and one connection');
  }),
  build.audit('values', ['BUILD-002'], async (t) => {
    const graph = await t.lab.graph();
    const { node, port } = await t.lab.port(graph, 'Vector3', 'input');
    const name = portName(t, port);
    const before = await contents(t, graph);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
      nodes: [{ tempId: tempIdOf('v'), category: node.category, ports: { [name]: [1, 2, 3] } }],
      connections: [],
    });
    t.must(reply.ok, 'a build with a compound value succeeds', inShort(reply));
    const built = (await t.lab.nodesOf(graph)).find(({ id }) => !before.nodes.includes(id));
    const held = built?.ports.find((one) => one.name === name);
    t.must(held !== undefined, 'the built node has the port');
    const value = held && (await t.lab.read(held.id));
    t.mustEqual(componentsOf('Vector3', value) ?? value, [1, 2, 3], 'the port holds the value');
  }),
  build.audit('all-or-nothing', ['BUILD-003', 'BUILD-004'], async (t) => {
    const graph = await t.lab.graph();
    const { from, to } = await buildable(t, graph);
    const path = pathTo`/api/graphs/${graph.id}/build`;
    const a = { tempId: tempIdOf('a'), category: from.category, ports: {} };
    const b = { tempId: tempIdOf('b'), category: to.category, ports: {} };
    const wire = { from: `${tempIdOf('a')}/${from.port}`, to: `${tempIdOf('b')}/${to.port}` };
    t.given(
      (await t.http.post(path, { nodes: [a, b], connections: [wire] })).ok,
      'the same build without a mistake succeeds',
    );
    const build = (nodes: unknown, connections: unknown) => () => t.http.post(path, { nodes, connections });
    await refusedWithoutTrace(t.of('BUILD-003'), () => contents(t, graph), 'no success', {
      'a build with an unknown node type': build([a, { ...b, category: 'NoSuchNodeTypeAtAll' }], []),
    });
    await refusedWithoutTrace(t.of('BUILD-004'), () => contents(t, graph), 'no success', {
      'a build with an unknown port': build(
        [a, b],
        [wire, { from: `${tempIdOf('a')}/${from.port}`, to: `${tempIdOf('b')}/NoSuchPortAtAll` }],
      ),
      'a build with an unknown node': build(
        [a, b],
        [{ from: `nobody/${from.port}`, to: `${tempIdOf('b')}/${to.port}` }],
      ),
    });
  }),
  build.audit('bad-value', ['BUILD-007'], async (t) => {
    const graph = await t.lab.graph();
    const { node, port } = await t.lab.port(graph, 'Float', 'input');
    const name = portName(t, port);
    const build = (value: unknown) =>
      t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
        nodes: [1.5, value].map((given, index) => ({
          tempId: tempIdOf(index),
          category: node.category,
          ports: { [name]: given },
        })),
        connections: [],
      });
    t.given((await build(2.5)).ok, 'the same build with a number succeeds');
    await refusedWithoutTrace(t, () => contents(t, graph), 'no success', {
      'a build with a bad port value': () => build({ no: 'number' }),
    });
  }),
  build.audit('existing-nodes', ['BUILD-005'], async (t) => {
    const graph = await t.lab.graph();
    const { from, to } = await buildable(t, graph);
    const before = await contents(t, graph);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
      nodes: [],
      connections: [{ from: `${from.node.id}/${from.port}`, to: `${to.node.id}/${to.port}` }],
    });
    t.must(reply.ok, 'a build without nodes wires nodes that exist', inShort(reply));
    t.mustEqual((await contents(t, graph)).nodes, before.nodes, 'no node was added');
    const [connection] = await t.lab.connectionsOf(graph);
    t.must(
      mentions(connection, from.node.id) && mentions(connection, to.node.id),
      'the two nodes are wired',
      { actual: connection },
    );
  }),
  build.audit('new-and-existing', ['BUILD-009'], async (t) => {
    for (const isNew of ['from', 'to'] as const) {
      const graph = await t.lab.graph();
      const { from, to } = await buildable(t, graph);
      const made = { from, to }[isNew];
      const end = (which: 'from' | 'to', { node, port }: typeof from): string =>
        `${which === isNew ? tempIdOf('made') : node.id}/${port}`;
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
        nodes: [{ tempId: tempIdOf('made'), category: made.category, ports: {} }],
        connections: [{ from: end('from', from), to: end('to', to) }],
      });
      t.must(reply.ok, `a new node is wired to one that exists, as its ${isNew} end`, inShort(reply));
      const [connection] = await t.lab.connectionsOf(graph);
      const known = { from: to, to: from }[isNew].node.id;
      t.must(mentions(connection, known), 'the node that exists is wired', { actual: connection });
    }
  }),
  build.audit('limit', ['BUILD-006', 'LIMIT-004'], async (t) => {
    const category = await someCategory(t);
    const nodes = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ tempId: tempIdOf(index), category, ports: {} }));
    const graph = await t.lab.graph();
    const largest = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
      nodes: nodes(1000),
      connections: [],
    });
    const both = t.of('BUILD-006', 'LIMIT-004');
    both.must(largest.ok, 'a build of 1000 nodes succeeds', inShort(largest));
    const fresh = await t.lab.graph();
    await refusedWithoutTrace(both, () => contents(t, fresh), 'no success', {
      'a build of 1001 nodes': () =>
        t.http.post(pathTo`/api/graphs/${fresh.id}/build`, { nodes: nodes(1001), connections: [] }),
    });
  }),
];
