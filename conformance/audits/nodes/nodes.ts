import { isId, pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { recordsOf, stringsOf } from '../../json.ts';
import { absentId } from '../../lab/lab.ts';
import { area } from '../../area.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import type { Id } from '../../target/id.ts';
import type { AuditContext } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

const nodes = area('nodes', 'token', 'project');
const nodesWithRuntime = area('nodes', 'token', 'project', 'runtime');

/** A node type that the target lets itself be created with. */
export const someCategory = async (t: AuditContext): Promise<string> =>
  (await t.lab.palette()).nodes.find(({ ports }) => ports.length > 0)?.category ??
  t.unverified('a node type that can be created');

/** {@link someCategory}, or the first on offer where no node came back in a shape by which it can be known. */
const offeredCategory = async (t: AuditContext): Promise<string> => {
  if ((await t.lab.palette()).nodes.length > 0) return someCategory(t);
  const [first] = stringsOf(await t.lab.readAll('/api/node-types/enum-values'));
  return first ?? t.unverified('the enum values');
};

const idsIn = async (t: AuditContext, graph: LabGraph): Promise<readonly Id[]> =>
  (await t.lab.nodesOf(graph)).map(({ id }) => id);

export const nodeAudits = [
  nodes.audit('create', ['NODE-CREATE-001', 'NODE-001', 'NODE-006', 'HTTP-001'], async (t) => {
    const graph = await t.lab.graph();
    const category = await offeredCategory(t);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, {
      category,
      locationX: 0,
      locationY: 0,
    });
    t.must(reply.ok, 'a node is created', inShort(reply));
    t.must(isId(reply.at('id')), 'it has an id', { actual: reply.at('id') });
    const ports = reply.at('ports');
    t.must(Array.isArray(ports) && ports.length > 0, 'it has ports', { actual: ports });
    for (const [index] of (ports as unknown[]).entries()) {
      t.must(isId(reply.at(`ports.${index}.id`)), 'a port has an id');
      t.must(typeof reply.at(`ports.${index}.type`) === 'string', 'a port has a type');
    }
  }),
  nodes.audit(
    'create-whole',
    ['NODE-CREATE-001', 'NODE-006'],
    { likelyCause: 'the answer to a creation leaves out ports that lists show' },
    async (t) => {
      const { graphId, nodes: made } = await t.lab.palette();
      const list =
        graphId === undefined ? undefined : await t.lab.readAll(pathTo`/api/graphs/${graphId}/nodes`);
      t.given(list !== undefined && made.length > 0, 'nodes of every type in a graph');
      const shown = new Map(made.map(({ id, ports }) => [id, new Set(ports.map((port) => port.id))]));
      for (const { id, category, ports } of recordsOf(list)) {
        const answered = shown.get(String(id));
        const lacking = answered ? recordsOf(ports).filter((port) => !answered.has(String(port.id))) : [];
        t.must(lacking.length === 0, `a created ${String(category)} node is answered with all its ports`, {
          actual: lacking,
        });
      }
    },
  ),
  nodes.audit('category', ['NODE-003'], async (t) => {
    const graph = await t.lab.graph();
    const category = await someCategory(t);
    const add = (sent: string) =>
      t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, { category: sent, locationX: 0, locationY: 0 });
    const plain = await add(category);
    t.given(plain.ok, 'a node can be created', inShort(plain));
    t.mustEqual(plain.at('category'), category, 'the category of a node is the enum value of its type');
    const lower = await add(category.toLowerCase());
    if (lower.ok) t.observe('category of a node asked for in lower case', lower.at('category'));
  }),
  nodes.audit('location', ['NODE-005'], async (t) => {
    const graph = await t.lab.graph();
    const category = await someCategory(t);
    const add = (locationX: number, locationY: number) =>
      t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, { category, locationX, locationY });
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
    const plain = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, {
      category,
      locationX: 0,
      locationY: 0,
    });
    t.given(plain.ok, 'a node can be created');
    const lower = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, {
      category: category.toLowerCase(),
      locationX: 0,
      locationY: 0,
    });
    t.observe('status of a created node', plain.status);
    t.observe('status of a category in lower case', lower.status);
  }),
  nodes.audit('every-enum-value', ['NTYPE-ENUM-003'], async (t) => {
    const graph = await t.lab.graph();
    const values = await t.lab.readAll('/api/node-types/enum-values');
    t.given(values !== undefined && values.length > 0, 'the enum values are listed');
    for (const category of values!.slice(0, 400)) {
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, {
        category,
        locationX: 0,
        locationY: 0,
      });
      t.must(reply.ok, `a node of the listed type ${String(category)} is created`, {
        actual: `${reply.status} ${reply.text.slice(0, 120)}`,
      });
    }
  }),
  nodes.audit('unknown-category', ['NODE-CREATE-003'], async (t) => {
    const graph = await t.lab.graph();
    await t.lab.node(graph, await someCategory(t));
    const node = { category: 'NoSuchNodeTypeAtAll', locationX: 0, locationY: 0 };
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
    const made = await t.lab.node(graph, await someCategory(t));
    const listed = (await t.lab.nodesOf(graph)).find(({ id }) => id === made.id);
    t.must(listed !== undefined, 'a created node is listed');
    t.mustEqual(
      listed?.ports.map(({ id }) => id),
      made.ports.map(({ id }) => id),
      'with the port ids it was created with',
    );
    t.mustEqual((await t.lab.nodesOf(graph)).length, 3, 'beside the two default nodes');
  }),
  nodes.audit('get', ['NODE-GET-001', 'NODE-002'], async (t) => {
    const [one, other] = [await t.lab.graph(), await t.lab.graph()];
    const category = await someCategory(t);
    for (const graph of [one, other]) {
      const made = await t.lab.node(graph, category);
      const reply = await t.http.get(pathTo`/api/nodes/${made.id}`);
      t.must(reply.ok, 'a node is found by its id', { actual: reply.status });
      t.mustEqual(reply.at('id'), made.id, 'it is the node that was asked for');
      t.mustEqual(reply.at('graphId'), graph.id, 'graphId names its graph');
      t.mustEqual(reply.at('category'), category, 'with its category');
    }
  }),
  nodes.audit('unknown', ['NODE-GET-002'], async (t) => {
    const graph = await t.lab.graph();
    const made = await t.lab.node(graph, await someCategory(t));
    const known = await t.http.get(pathTo`/api/nodes/${made.id}`);
    t.given(known.ok && known.at('id') === made.id, 'a known node is found');
    t.mustNotSucceed(await t.http.get(pathTo`/api/nodes/${absentId}`), 'an unknown node is no success');
  }),
  nodes.audit('unknown-code', ['NODE-GET-003'], async (t) => {
    const reply = await t.http.get(pathTo`/api/nodes/${absentId}`);
    t.given(reply.status >= 400, 'an unknown node is no success');
    t.observe('answer for an unknown node', `${reply.status} ${String(reply.at('error.code'))}`);
  }),
  nodesWithRuntime.audit('sync-flag', ['HTTP-014'], async (t) => {
    const graph = await t.lab.graph();
    const category = await someCategory(t);
    const body = { category, locationX: 0, locationY: 0 };
    for (const query of ['', '?sync=false', '?sync=true']) {
      const reply = await t.http.post(`${pathTo`/api/graphs/${graph.id}/nodes`}${query}`, body);
      t.must(reply.ok, `a mutation with "${query}" succeeds`, { actual: reply.status });
    }
    t.mustEqual((await idsIn(t, graph)).length, 5, 'every mutation was made');
  }),
];
