import { isId, pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { isRecord, recordsOf } from '../../json.ts';
import { area } from '../../area.ts';
import { defaultNodes, findDefault } from '../nodes/default-nodes.ts';
import { someCategory } from '../nodes/categories.ts';
import { create, givenCreated, givenMayLitter } from './create.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

const graphs = area('graphs', 'token', 'project');

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const idsOf = (items: unknown): readonly string[] => recordsOf(items).map(({ id }) => String(id));

const portIdsOf = (nodes: readonly unknown[]): readonly string[] =>
  nodes.filter(isRecord).flatMap(({ ports }) => idsOf(ports));

/** The nodes of a graph as a list shows them. */
const listed = async (t: AuditTools, graphId: unknown): Promise<readonly JsonRecord[]> => {
  const list = await t.lab.readAll(pathTo`/api/graphs/${graphId}/nodes`);
  t.given(list !== undefined, 'the nodes of a graph are listed');
  return recordsOf(list);
};

/** What is in a list and lacks in an answer about the same. */
const lacking = (shown: readonly string[], whole: readonly string[]): readonly string[] =>
  whole.filter((id) => !shown.includes(id));

export const graphAudits = [
  graphs.audit('create', ['GRAPH-CREATE-001', 'GRAPH-001', 'GRAPH-003', 'GRAPH-005'], async (t) => {
    const name = `${t.manifest.namespace}-named`;
    const reply = await create(t, { name }, '?replace=true');
    t.of('GRAPH-CREATE-001').must(reply.ok, 'a graph is created', inShort(reply));
    givenCreated(t, reply);
    t.of('GRAPH-001').must(uuid.test(String(reply.at('id'))), 'its id is a uuid', {
      actual: reply.at('id'),
    });
    t.of('GRAPH-003').mustEqual(reply.at('name'), name, 'it has the name that was given');
    const path = reply.at('path');
    t.of('GRAPH-005').must(typeof path === 'string' && path !== '', 'it has a path', { actual: path });
  }),
  graphs.audit('create-full', ['GRAPH-CREATE-001'], async (t) => {
    const reply = await create(t, { name: `${t.manifest.namespace}-named` }, '?replace=true');
    givenCreated(t, reply);
    const nodes = recordsOf(reply.at('nodes'));
    const list = await listed(t, reply.at('id'));
    t.must(list.length > 0, 'a new graph holds nodes', inShort(reply));
    t.mustEqual(lacking(idsOf(nodes), idsOf(list)), [], 'the answer has all the nodes of the graph');
    t.mustEqual(lacking(portIdsOf(nodes), portIdsOf(list)), [], 'with all their ports');
  }),
  graphs.audit('create-status', ['GRAPH-CREATE-002'], async (t) => {
    const reply = await create(t, { name: `${t.manifest.namespace}-named` }, '?replace=true');
    givenCreated(t, reply);
    t.observe('status of a created graph', reply.status);
  }),
  graphs.audit('default-nodes', ['GRAPH-006', 'GRAPH-007'], async (t) => {
    const { id, record } = await t.lab.graph();
    const nodes = recordsOf(record.nodes);
    const list = await listed(t, id);
    for (const name of defaultNodes) {
      const actual = { actual: list.map(({ category }) => category) };
      t.of('GRAPH-006').must(
        (await findDefault(t, list, name)) !== undefined,
        `a new graph holds ${name}`,
        actual,
      );
      const node = await findDefault(t, nodes, name);
      const ports = recordsOf(node?.ports);
      t.of('GRAPH-007').must(
        ports.length > 0 && ports.every((port) => isId(port.id)),
        `${name} comes with the ids of its ports`,
        { actual: node ?? inShortNodes(nodes) },
      );
    }
    t.of('GRAPH-007').mustEqual(lacking(portIdsOf(nodes), portIdsOf(list)), [], 'and no port is left out');
  }),
  graphs.audit('typed-ports', ['OVER-GRAPH-001'], async (t) => {
    const { record, id } = await t.lab.graph();
    const { graphId } = await t.lab.palette();
    const lists = [recordsOf(record.nodes), await listed(t, id), await listed(t, graphId ?? id)];
    for (const nodes of lists) {
      const ports = nodes.flatMap((node) => recordsOf(node.ports));
      t.must(ports.length > 0, 'the nodes of a graph carry ports', { actual: inShortNodes(nodes) });
      const untyped = ports.filter(({ type }) => typeof type !== 'string' || type === '');
      t.must(untyped.length === 0, 'every port has a type', { actual: untyped[0] });
    }
  }),
  graphs.audit('name-generated', ['GRAPH-004'], async (t) => {
    givenMayLitter(t, 'the name is not in the namespace');
    const reply = await create(t, {});
    t.must(reply.ok, 'a graph is created without a name', inShort(reply));
    const name = reply.at('name');
    t.must(typeof name === 'string' && name !== '', 'a name is generated', { actual: name });
  }),
  graphs.audit('addressed-by-id', ['GRAPH-002'], async (t) => {
    const one = await t.lab.graph();
    const other = await t.lab.graph();
    t.must(one.id !== other.id, 'two graphs have two ids');
    const made = await t.lab.node(one, await someCategory(t));
    const isThere = ({ id }: { readonly id: unknown }): boolean => String(id) === String(made.id);
    t.must((await t.lab.nodesOf(one)).some(isThere), 'the node is in the graph it was added to');
    t.must(!(await t.lab.nodesOf(other)).some(isThere), 'and in no other');
  }),
];

const inShortNodes = (nodes: readonly JsonRecord[]) => nodes.map(({ category }) => category);
