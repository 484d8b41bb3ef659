import { isId, pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { filterRecords } from '../../json.ts';
import { nonexistentId } from '../../audit-helpers/fixtures.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { mustRejectWithoutEffect } from '../../audit-helpers/must-reject.ts';
import { chooseListedNodeType, chooseNodeType } from './choose-node-type.ts';
import { parseTargetNode } from '../../audit-helpers/node-type-survey.ts';
import type { AuditTools } from '../../audit.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';

const nodes = defineAuditArea('nodes', 'token', 'project');

export const createNodeBody = (category: unknown, locationX = 0, locationY = 0) => ({
  category,
  locationX,
  locationY,
});

const listNodeIds = async (t: AuditTools, graph: TargetGraph): Promise<readonly string[]> =>
  (await t.fixtures.listNodes(graph)).map(({ id }) => String(id));

const sortPortIds = (ports: readonly { readonly id: unknown }[]): readonly string[] =>
  ports.map(({ id }) => String(id)).sort();

export const nodeAudits = [
  nodes.audit('create', ['NODE-CREATE-001', 'NODE-001', 'NODE-006', 'HTTP-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const category = await chooseListedNodeType(t);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, createNodeBody(category));
    t.for('NODE-CREATE-001', 'HTTP-001').must(reply.ok, 'a node can be created', describeReply(reply));
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
      t.must(reply.ok, `a node can be created at ${x}, ${y}`, describeReply(reply));
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
      assertions.must(reply.ok, 'a node is found by its id', describeReply(reply));
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
];
