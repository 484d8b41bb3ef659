import { isId, pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { recordsOf } from '../../json.ts';
import { absentId } from '../../lab/lab.ts';
import { area } from '../../area.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import { offeredCategory, someCategory } from './categories.ts';
import { nodeOf } from '../../lab/palette.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

const nodes = area('nodes', 'token', 'project');

export const placed = (category: unknown, locationX = 0, locationY = 0) => ({
  category,
  locationX,
  locationY,
});

const idsIn = async (t: AuditTools, graph: LabGraph): Promise<readonly string[]> =>
  (await t.lab.nodesOf(graph)).map(({ id }) => String(id));

const sorted = (ports: readonly { readonly id: unknown }[]): readonly string[] =>
  ports.map(({ id }) => String(id)).sort();

export const nodeAudits = [
  nodes.audit('create', ['NODE-CREATE-001', 'NODE-001', 'NODE-006', 'HTTP-001'], async (t) => {
    const graph = await t.lab.graph();
    const category = await offeredCategory(t);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, placed(category));
    t.of('NODE-CREATE-001', 'HTTP-001').must(reply.ok, 'a node is created', inShort(reply));
    t.given(reply.ok, 'a node can be created');
    t.of('NODE-CREATE-001', 'NODE-001').must(isId(reply.at('id')), 'it has an id', {
      actual: reply.at('id'),
    });
    const ports = recordsOf(reply.at('ports'));
    const isWhole = ports.length > 0 && ports.every(({ id, type }) => isId(id) && typeof type === 'string');
    t.of('NODE-CREATE-001', 'NODE-006').must(isWhole, 'it has ports with ids and types', {
      actual: reply.at('ports'),
    });
  }),
  nodes.audit('location', ['NODE-005'], async (t) => {
    const graph = await t.lab.graph();
    const category = await someCategory(t);
    const add = (x: number, y: number) =>
      t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, placed(category, x, y));
    t.given((await add(0, 0)).ok, 'a node can be created');
    for (const [x, y] of [
      [12.5, 0],
      [0, 7.25],
      [-300, -7],
    ] as const) {
      const reply = await add(x, y);
      t.must(reply.ok, `a node is created at ${x}, ${y}`, inShort(reply));
    }
  }),
  nodes.audit('create-open', ['NODE-CREATE-002', 'NODE-CREATE-004'], async (t) => {
    const graph = await t.lab.graph();
    const category = await someCategory(t);
    const add = (spelt: string) => t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, placed(spelt));
    const plain = await add(category);
    t.given(plain.ok, 'a node can be created');
    const lower = await add(category.toLowerCase());
    t.observe('status of a created node', plain.status);
    t.observe('status of a category in lower case', lower.status);
    if (lower.ok) t.observe('category of a node asked for in lower case', lower.at('category'));
  }),
  nodes.audit('unknown-category', ['NODE-CREATE-003'], async (t) => {
    const graph = await t.lab.graph();
    await t.lab.node(graph, await someCategory(t));
    const node = placed('NoSuchNodeTypeAtAll');
    await refusedWithoutTrace(t, () => idsIn(t, graph), 'no success', {
      'a node of an unknown category': () => t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, node),
    });
  }),
  nodes.audit('no-category', ['NODE-CREATE-005'], async (t) => {
    const graph = await t.lab.graph();
    await t.lab.node(graph, await someCategory(t));
    const node = { locationX: 0, locationY: 0 };
    await refusedWithoutTrace(t, () => idsIn(t, graph), 'no success', {
      'a node without a category': () => t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, node),
    });
  }),
  nodes.audit('list', ['NODE-LIST-001', 'NODE-LIST-002'], async (t) => {
    const graph = await t.lab.graph();
    const before = await idsIn(t, graph);
    const made = await t.lab.node(graph, await someCategory(t));
    const list = await t.lab.nodesOf(graph);
    const added = list.filter(({ id }) => !before.includes(String(id)));
    t.of('NODE-LIST-001').mustEqual(
      list.map(({ id }) => String(id)).filter((id) => before.includes(id)).length,
      before.length,
      'the nodes that were there are listed',
    );
    t.of('NODE-LIST-001').mustEqual(
      added.map(({ ports }) => ports.length),
      [made.ports.length],
      'and one node more, with its ports',
    );
    const [listed] = added;
    t.of('NODE-LIST-002').mustEqual(String(listed?.id), String(made.id), 'it has the id of its creation');
    t.of('NODE-LIST-002').mustEqual(
      sorted(listed?.ports ?? []),
      sorted(made.ports),
      'and the port ids of its creation',
    );
  }),
  nodes.audit('get', ['NODE-GET-001', 'NODE-002'], async (t) => {
    const [one, other] = [await t.lab.graph(), await t.lab.graph()];
    const category = await someCategory(t);
    for (const graph of [one, other]) {
      const made = await t.lab.node(graph, category);
      const reply = await t.http.get(pathTo`/api/nodes/${made.id}`);
      const both = t.of('NODE-GET-001', 'NODE-002');
      both.must(reply.ok, 'a node is found by its id', inShort(reply));
      both.mustEqual(String(reply.at('id')), String(made.id), 'it is the node that was asked for');
      both.mustEqual(reply.at('graphId'), graph.id, 'graphId names its graph');
      t.of('NODE-GET-001').mustEqual(reply.at('category'), category, 'with its category');
    }
  }),
  nodes.audit('get-again', ['NODE-GET-001'], async (t) => {
    const graph = await t.lab.graph();
    const { node, port } = await t.lab.port(graph, 'Vector3', 'input');
    const read = async () => nodeOf((await t.http.get(pathTo`/api/nodes/${node.id}`)).json, t.fields);
    const before = await read();
    t.given(before?.ports.length === node.ports.length, 'a node that is answered with its ports');
    t.given((await t.http.post(pathTo`/api/ports/${port.id}/expand`)).ok, 'a port can be expanded');
    const listed = (await t.lab.nodesOf(graph)).find(({ id }) => id === node.id)?.ports ?? [];
    t.given(listed.length > node.ports.length, 'an expansion that shows in the list of nodes');
    const after = (await read())?.ports.map(({ id }) => String(id)) ?? [];
    const expected = listed.map(({ id }) => String(id));
    t.mustEqual(after.sort(), expected.sort(), 'the node is answered as it is now');
  }),
  nodes.audit('unknown', ['NODE-GET-002'], async (t) => {
    const graph = await t.lab.graph();
    const made = await t.lab.node(graph, await someCategory(t));
    const known = await t.http.get(pathTo`/api/nodes/${made.id}`);
    t.given(known.ok && String(known.at('id')) === String(made.id), 'a known node is found');
    t.mustNotSucceed(await t.http.get(pathTo`/api/nodes/${absentId}`), 'an unknown node is no success');
  }),
  nodes.audit('unknown-code', ['NODE-GET-003'], async (t) => {
    const reply = await t.http.get(pathTo`/api/nodes/${absentId}`);
    t.given(reply.status >= 400, 'an unknown node is no success');
    t.observe('answer for an unknown node', `${reply.status} ${String(reply.at('error.code'))}`);
  }),
];
