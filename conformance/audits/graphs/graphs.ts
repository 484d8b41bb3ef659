import { isId, pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { isRecord, recordsOf, stringsOf } from '../../json.ts';
import { absentId } from '../../lab/lab.ts';
import { area } from '../../area.ts';
import type { AuditContext } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const graphs = area('graphs', 'token', 'project');

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Creates a graph without the lab: creation itself is what is judged here. */
const create = async (t: AuditContext, body: unknown, query = ''): Promise<Reply> => {
  const reply = await t.http.post(`/api/graphs${query}`, body);
  const id = reply.at('id');
  if (reply.ok && typeof id === 'string') t.lab.adopt(id);
  return reply;
};

/** The names that a node record shows, without blanks and in lower case. */
const namesOf = (node: unknown): readonly string[] =>
  isRecord(node)
    ? Object.values(node).flatMap((value) =>
        typeof value === 'string' ? [value.replaceAll(/[\s_-]/g, '').toLowerCase()] : [],
      )
    : [];

const portIdsOf = (node: unknown): readonly unknown[] =>
  isRecord(node) ? recordsOf(node.ports).map(({ id }) => id) : [];

/** The ids of all graphs; undefined where no route tells. */
const listedGraphs = async (t: AuditContext): Promise<readonly unknown[] | undefined> => {
  const route = t.route('listGraphs');
  const list = route && (await t.lab.readAll(route.template));
  return (
    list &&
    recordsOf(list)
      .map(({ id }) => String(id))
      .sort()
  );
};

/** The ids of ports that nodes have by their list, and lack in another answer about them. */
const lackedBy = (nodes: readonly unknown[], listed: readonly unknown[]): readonly unknown[] => {
  const shown = nodes.flatMap(portIdsOf);
  return listed.flatMap(portIdsOf).filter((id) => !shown.includes(id));
};

export const graphAudits = [
  graphs.audit('create', ['GRAPH-CREATE-001', 'GRAPH-001', 'GRAPH-003', 'GRAPH-005'], async (t) => {
    const name = `${t.manifest.namespace}-named`;
    const reply = await create(t, { name }, '?replace=true');
    t.must(reply.ok, 'a graph is created', inShort(reply));
    t.must(uuid.test(String(reply.at('id'))), 'its id is a uuid', { actual: reply.at('id') });
    t.mustEqual(reply.at('name'), name, 'it has the name that was given');
    t.must(typeof reply.at('path') === 'string' && reply.at('path') !== '', 'it has a path', {
      actual: reply.at('path'),
    });
  }),
  graphs.audit('create-full', ['GRAPH-CREATE-001'], async (t) => {
    const reply = await create(t, { name: `${t.manifest.namespace}-named` }, '?replace=true');
    t.given(reply.ok, 'a graph can be created');
    const nodes = recordsOf(reply.at('nodes'));
    t.mustEqual(nodes.length, 2, 'the answer has the two default nodes');
    const whole = await t.http.get(pathTo`/api/graphs/${reply.at('id')}/nodes`);
    t.given(whole.ok, 'the nodes of a graph are listed');
    t.must(lackedBy(nodes, recordsOf(t.fields.items(whole.json))).length === 0, 'with all their ports', {
      actual: nodes,
    });
  }),
  graphs.audit('create-status', ['GRAPH-CREATE-002'], async (t) => {
    const reply = await create(t, { name: `${t.manifest.namespace}-named` }, '?replace=true');
    t.given(reply.ok, 'a graph can be created');
    t.observe('status of a created graph', reply.status);
  }),
  graphs.audit('default-nodes', ['GRAPH-006', 'GRAPH-007'], async (t) => {
    const { id, record } = await t.lab.graph();
    const nodes = recordsOf(record.nodes);
    for (const name of ['start', 'onnewframe']) {
      const node = nodes.find((candidate) => namesOf(candidate).includes(name));
      t.must(node !== undefined, `a new graph holds ${name}`, {
        actual: nodes.map(({ category }) => category),
      });
      const ports = recordsOf(node?.ports);
      t.must(
        ports.length > 0 && ports.every(({ id, type }) => isId(id) && typeof type === 'string'),
        `${name} comes with the ids and types of its ports`,
        { actual: node },
      );
    }
    t.mustEqual(nodes.length, 2, 'and no other node');
    const listed = await t.http.get(pathTo`/api/graphs/${id}/nodes`);
    t.given(listed.ok, 'the nodes of a graph are listed');
    t.mustEqual(lackedBy(nodes, recordsOf(t.fields.items(listed.json))), [], 'and no port is left out');
  }),
  graphs.audit('typed-ports', ['OVER-GRAPH-001'], async (t) => {
    const { id, record } = await t.lab.graph();
    const listed = await t.http.get(pathTo`/api/graphs/${id}/nodes`);
    t.given(listed.ok, 'the nodes of a graph are listed');
    for (const nodes of [recordsOf(record.nodes), recordsOf(t.fields.items(listed.json))]) {
      const ports = nodes.flatMap((node) => recordsOf(node.ports));
      t.must(ports.length > 0, 'the nodes of a new graph carry ports', { actual: nodes });
      const untyped = ports.filter(({ type }) => typeof type !== 'string' || type === '');
      t.must(untyped.length === 0, 'every port has a type', { actual: untyped[0] });
    }
  }),
  graphs.audit('name-generated', ['GRAPH-004'], async (t) => {
    if (!t.lab.canDiscard && !t.manifest.consent.destructive) {
      t.unverified(
        "a route that removes graphs, or the manifest's consent.destructive: the name is not in the namespace",
      );
    }
    const reply = await create(t, {});
    t.must(reply.ok, 'a graph is created without a name', { actual: reply.status });
    t.must(typeof reply.at('name') === 'string' && reply.at('name') !== '', 'a name is generated', {
      actual: reply.at('name'),
    });
  }),
  graphs.audit('addressed-by-id', ['GRAPH-002'], async (t) => {
    const one = await t.lab.graph();
    const other = await t.lab.graph();
    t.must(one.id !== other.id, 'two graphs have two ids');
    const made = await t.lab.node(
      one,
      (await t.lab.palette()).nodes[0]?.category ?? t.unverified('node types'),
    );
    t.must(
      (await t.lab.nodesOf(one)).some(({ id }) => id === made.id),
      'the node is in the graph it was added to',
    );
    t.must(
      (await t.lab.nodesOf(other)).every(({ id }) => id !== made.id),
      'and in no other',
    );
  }),
  graphs.audit('duplicate-path', ['GRAPH-CREATE-004', 'ERR-023'], async (t) => {
    const first = await t.lab.graph();
    const path = first.record.path;
    t.given(typeof path === 'string', 'a graph that shows its path');
    const again = await create(t, { name: first.name, path });
    if (again.ok && again.at('path') !== path)
      t.unverified('a second graph at the path of the first: the target chose another path');
    t.mustFail(again, 409, 'DUPLICATE_PATH');
  }),
  graphs.audit(
    'refused',
    ['GRAPH-CREATE-006'],
    { likelyCause: 'a graph is entered, or the present one is taken out, before the path is checked' },
    async (t) => {
      const first = await t.lab.graph();
      const path = first.record.path;
      t.given(typeof path === 'string', 'a graph that shows its path');
      const before = (await t.lab.nodesOf(first)).map(({ id }) => id).sort();
      const graphsBefore = await listedGraphs(t);
      const refused = await create(t, { name: first.name, path });
      t.given(!refused.ok, 'a path that is taken is refused', { actual: refused.status });
      const after = await t.http.get(pathTo`/api/graphs/${first.id}/nodes`);
      t.must(after.ok, 'the graph that was there is still there', inShort(after));
      t.mustEqual(
        stringsOf(recordsOf(t.fields.items(after.json)).map(({ id }) => id)).toSorted(),
        before,
        'with the nodes that it had',
      );
      t.mustEqual(await listedGraphs(t), graphsBefore, 'and there are as many graphs as before');
    },
  ),
  graphs.audit('replace', ['GRAPH-CREATE-005'], async (t) => {
    const first = await t.lab.graph();
    const path = first.record.path;
    t.given(typeof path === 'string', 'a graph that shows its path');
    const category = (await t.lab.palette()).nodes[0]?.category ?? t.unverified('node types');
    await t.lab.node(first, category);
    const refused = await create(t, { name: first.name, path });
    t.given(refused.status === 409, 'a path that is taken is refused without replace', {
      actual: refused.status,
    });
    const stillRefused = await create(t, { name: first.name, path }, '?replace=false');
    t.mustFail(stillRefused, 409, 'DUPLICATE_PATH');
    const replaced = await create(t, { name: first.name, path }, '?replace=true');
    t.must(replaced.ok, 'replace=true takes the place of the graph', { actual: replaced.status });
    const listed = await t.http.get(pathTo`/api/graphs/${replaced.at('id')}/nodes`);
    t.mustEqual(replaced.at('path'), path, 'at the same path');
    t.mustEqual(recordsOf(replaced.at('nodes')).length, 2, 'as a new graph with the two default nodes');
    t.mustEqual(recordsOf(t.fields.items(listed.json)).length, 2, 'and no node of the one it replaced');
  }),
  graphs.audit('unknown', ['GRAPH-UNKNOWN-001', 'ERR-014'], async (t) => {
    const graph = await t.lab.graph();
    const known = await t.http.get(pathTo`/api/graphs/${graph.id}/nodes`);
    t.given(known.ok, 'the nodes of a known graph are listed');
    t.mustFail(await t.http.get(pathTo`/api/graphs/${absentId}/nodes`), 404, 'GRAPH_NOT_FOUND');
    const category = (await t.lab.palette()).nodes[0]?.category;
    if (category === undefined) t.unverified('node types');
    t.mustFail(
      await t.http.post(pathTo`/api/graphs/${absentId}/nodes`, { category, locationX: 0, locationY: 0 }),
      404,
      'GRAPH_NOT_FOUND',
    );
  }),
];
