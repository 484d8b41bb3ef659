import { nonexistentId, type TargetGraph } from '../../audit-helpers/fixtures.ts';
import { mustRejectWithoutEffect } from '../../audit-helpers/must-reject.ts';
import { parseTargetNode, type TargetNode } from '../../audit-helpers/node-type-survey.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterRecords, type JsonRecord } from '../../json.ts';
import { isId, pathTo } from '../../target/id.ts';
import { chooseListedNodeType, chooseNodeType, defaultNodes, findDefaultNode } from './find-nodes.ts';

const nodes = defineAuditArea('nodes', 'token', 'project');

/**
 * Creates a node of each type. Returns each node in two forms: as the response to its creation contains it, and as its
 * graph lists it.
 */
const createAndListNodes = async (
  t: AuditTools,
): Promise<readonly { readonly created: TargetNode; readonly listed: JsonRecord | undefined }[]> => {
  const { graphId, nodes: created } = await t.fixtures.palette();
  const list =
    graphId === undefined ? undefined : await t.fixtures.readAll(pathTo`/api/graphs/${graphId}/nodes`);
  t.given(list !== undefined && created.length > 0, 'nodes of every type in a graph');
  const byId = new Map(filterRecords(list).map((record) => [String(record.id), record]));
  return created.map((node) => ({ created: node, listed: byId.get(String(node.id)) }));
};

/** Returns the ports in a record that are missing from a response about the same node. */
const listMissingPorts = (
  listedPorts: readonly { readonly id?: unknown }[],
  record: JsonRecord,
): readonly JsonRecord[] => {
  const ids = listedPorts.map(({ id }) => String(id));
  return filterRecords(record.ports).filter(({ id }) => !ids.includes(String(id)));
};

const hasTypedPort = ({ id, type }: JsonRecord): boolean =>
  isId(id) && typeof type === 'string' && type !== '';

const createNodeBody = (category: unknown, locationX = 0, locationY = 0) => ({
  category,
  locationX,
  locationY,
});

const listNodeIds = async (t: AuditTools, graph: TargetGraph): Promise<readonly string[]> =>
  (await t.fixtures.listNodes(graph)).map(({ id }) => String(id));

const sortPortIds = (ports: readonly { readonly id: unknown }[]): readonly string[] =>
  ports.map(({ id }) => String(id)).sort();

export const audits = [
  nodes.audit('create', ['NODE-CREATE-001', 'NODE-001', 'NODE-006', 'HTTP-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const category = await chooseListedNodeType(t);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, createNodeBody(category));
    t.for('NODE-CREATE-001', 'HTTP-001').mustSucceed(reply, 'a node can be created');
    t.given(reply.ok, 'a node can be created');
    t.for('NODE-CREATE-001', 'NODE-001').must(isId(reply.at('id')), 'the node has an id', {
      actual: reply.at('id'),
    });
    const ports = filterRecords(reply.at('ports'));
    const areComplete =
      ports.length > 0 && ports.every(({ id, type }) => isId(id) && typeof type === 'string');
    t.for('NODE-CREATE-001', 'NODE-006').must(areComplete, 'the node has ports with ids and types', {
      actual: reply.at('ports'),
    });
  }),
  nodes.audit('location', ['NODE-005'], async (t) => {
    const graph = await t.fixtures.graph();
    const category = await chooseNodeType(t);
    const add = (x: number, y: number) =>
      t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, createNodeBody(category, x, y));
    t.given((await add(0, 0)).ok, 'a node can be created');
    for (const [x, y] of [
      [12.5, 0],
      [0, 7.25],
      [-300, -7],
    ] as const) {
      const reply = await add(x, y);
      t.mustSucceed(reply, `a node can be created at ${x}, ${y}`);
    }
  }),
  nodes.audit('create-open', ['NODE-CREATE-002', 'NODE-CREATE-004'], async (t) => {
    const graph = await t.fixtures.graph();
    const category = await chooseNodeType(t);
    const add = (spelling: string) =>
      t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, createNodeBody(spelling));
    const original = await add(category);
    t.given(original.ok, 'a node can be created');
    const lowerCased = await add(category.toLowerCase());
    t.observe('status of a created node', original.status);
    t.observe('status of a category in lower case', lowerCased.status);
    if (lowerCased.ok) t.observe('category of a node requested in lower case', lowerCased.at('category'));
  }),
  nodes.audit('unknown-category', ['NODE-CREATE-003'], async (t) => {
    const graph = await t.fixtures.graph();
    await t.fixtures.node(graph, await chooseNodeType(t));
    const node = createNodeBody('NoSuchNodeTypeAtAll');
    await mustRejectWithoutEffect(t, () => listNodeIds(t, graph), 'no success', {
      'a node of an unknown category': () => t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, node),
    });
  }),
  nodes.audit('no-category', ['NODE-CREATE-005'], async (t) => {
    const graph = await t.fixtures.graph();
    await t.fixtures.node(graph, await chooseNodeType(t));
    const node = { locationX: 0, locationY: 0 };
    await mustRejectWithoutEffect(t, () => listNodeIds(t, graph), 'no success', {
      'a node without a category': () => t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, node),
    });
  }),
  nodes.audit('list', ['NODE-LIST-001', 'NODE-LIST-002'], async (t) => {
    const graph = await t.fixtures.graph();
    const before = await listNodeIds(t, graph);
    const created = await t.fixtures.node(graph, await chooseNodeType(t));
    const list = await t.fixtures.listNodes(graph);
    const added = list.filter(({ id }) => !before.includes(String(id)));
    t.for('NODE-LIST-001').mustEqual(
      list.map(({ id }) => String(id)).filter((id) => before.includes(id)).length,
      before.length,
      'the existing nodes are listed',
    );
    t.for('NODE-LIST-001').mustEqual(
      added.map(({ ports }) => ports.length),
      [created.ports.length],
      'the list contains one more node, with its ports',
    );
    const [listed] = added;
    t.for('NODE-LIST-002').mustEqual(
      String(listed?.id),
      String(created.id),
      'the listed node has the id from its creation',
    );
    t.for('NODE-LIST-002').mustEqual(
      sortPortIds(listed?.ports ?? []),
      sortPortIds(created.ports),
      'the listed node has the port ids from its creation',
    );
  }),
  nodes.audit('get', ['NODE-GET-001', 'NODE-002'], async (t) => {
    const [firstGraph, otherGraph] = [await t.fixtures.graph(), await t.fixtures.graph()];
    const category = await chooseNodeType(t);
    for (const graph of [firstGraph, otherGraph]) {
      const created = await t.fixtures.node(graph, category);
      const reply = await t.http.get(pathTo`/api/nodes/${created.id}`);
      const assertions = t.for('NODE-GET-001', 'NODE-002');
      assertions.mustSucceed(reply, 'a node is found by its id');
      assertions.mustEqual(String(reply.at('id')), String(created.id), 'the response is the requested node');
      assertions.mustEqual(reply.at('graphId'), graph.id, 'graphId names its graph');
      t.for('NODE-GET-001').mustEqual(reply.at('category'), category, 'the node has its category');
    }
  }),
  nodes.audit('get-again', ['NODE-GET-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const { node, port } = await t.fixtures.port(graph, 'Vector3', 'input');
    const read = async () =>
      parseTargetNode((await t.http.get(pathTo`/api/nodes/${node.id}`)).json, t.fields);
    const before = await read();
    t.given(before?.ports.length === node.ports.length, 'a node returned with its ports');
    t.given((await t.http.post(pathTo`/api/ports/${port.id}/expand`)).ok, 'a port can be expanded');
    const listedPorts = (await t.fixtures.listNodes(graph)).find(({ id }) => id === node.id)?.ports ?? [];
    t.given(listedPorts.length > node.ports.length, 'an expansion that is visible in the list of nodes');
    const after = (await read())?.ports.map(({ id }) => String(id)) ?? [];
    const expected = listedPorts.map(({ id }) => String(id));
    t.mustEqual(after.sort(), expected.sort(), 'the response shows the current state of the node');
  }),
  nodes.audit('unknown', ['NODE-GET-002'], async (t) => {
    const graph = await t.fixtures.graph();
    const created = await t.fixtures.node(graph, await chooseNodeType(t));
    const existing = await t.http.get(pathTo`/api/nodes/${created.id}`);
    t.given(existing.ok && String(existing.at('id')) === String(created.id), 'an existing node is found');
    t.mustNotSucceed(
      await t.http.get(pathTo`/api/nodes/${nonexistentId}`),
      'an unknown node does not succeed',
    );
  }),
  nodes.audit('unknown-code', ['NODE-GET-003'], async (t) => {
    const reply = await t.http.get(pathTo`/api/nodes/${nonexistentId}`);
    t.given(reply.status >= 400, 'an unknown node does not succeed');
    t.observe('response for an unknown node', `${reply.status} ${String(reply.at('error.code'))}`);
  }),

  nodes
    .with({ likelyCause: 'the response to a creation omits ports that lists contain' })
    .audit('create-whole', ['NODE-CREATE-001', 'NODE-006'], async (t) => {
      for (const { created, listed } of await createAndListNodes(t)) {
        const missingPorts = listed ? listMissingPorts(created.ports, listed) : [];
        t.for('NODE-CREATE-001', 'NODE-006').must(
          missingPorts.length === 0,
          `the response for a created ${created.category} node contains all its ports`,
          { actual: missingPorts },
        );
      }
    }),
  nodes.audit('read-whole', ['NODE-006', 'OVER-GRAPH-001'], async (t) => {
    for (const { created, listed } of await createAndListNodes(t)) {
      const { category } = created;
      const reply = await t.http.get(pathTo`/api/nodes/${created.id}`);
      t.givenSuccess(reply, 'a node can be read');
      const ports = filterRecords(reply.at('ports'));
      const untyped = [...ports, ...filterRecords(listed?.ports)].filter((port) => !hasTypedPort(port));
      t.for('OVER-GRAPH-001', 'NODE-006').must(
        untyped.length === 0,
        `the ports of a ${category} node have ids and types`,
        { actual: untyped },
      );
      const missingPorts = [
        ...listMissingPorts(ports, created.record),
        ...listMissingPorts(filterRecords(listed?.ports), created.record),
      ];
      t.for('NODE-006').must(missingPorts.length === 0, `a ${category} node is returned with all its ports`, {
        actual: missingPorts,
      });
    }
  }),
  nodes.audit('category', ['NODE-003'], async (t) => {
    for (const { created, listed } of await createAndListNodes(t)) {
      const message = 'the category of a node is the enum value of its type';
      t.mustEqual(created.record.category, created.category, message);
      if (listed) t.mustEqual(listed.category, created.category, message);
    }
  }),
  nodes.audit('every-enum-value', ['NTYPE-ENUM-003'], async (t) => {
    const values = await t.fixtures.readAll('/api/node-types/enum-values');
    t.given(values !== undefined && values.length > 0, 'the enum values are listed');
    const graph = await t.fixtures.graph();
    const initialNodes = await t.fixtures.listNodes(graph);
    const categories = [
      ...initialNodes.map(({ category }) => category),
      ...(await Promise.all(defaultNodes.map((name) => findDefaultNode(t, initialNodes, name)))).map(
        (node) => node?.category,
      ),
    ];
    // A graph need not accept a second node of a type that it already contains by default, or a second node of any
    // other type.
    for (const category of (values ?? []).filter((value) => !categories.includes(String(value)))) {
      const add = (graphId: string) =>
        t.http.post(pathTo`/api/graphs/${graphId}/nodes`, createNodeBody(category));
      const reply = await add(graph.id);
      const last = reply.ok ? reply : await add((await t.fixtures.graph()).id);
      t.mustSucceed(last, `a node of the listed type ${String(category)} can be created`);
    }
  }),
];
