import { isId, pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { isRecord, filterRecords } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { defaultNodes, findDefaultNode } from '../nodes/find-default-node.ts';
import { chooseNodeType } from '../nodes/choose-node-type.ts';
import { createGraph, givenGraphCreated, givenCleanupPossible } from './create-graph-directly.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

const graphs = defineAuditArea('graphs', 'token', 'project');

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const listIds = (items: unknown): readonly string[] => filterRecords(items).map(({ id }) => String(id));

const listPortIds = (nodes: readonly unknown[]): readonly string[] =>
  nodes.filter(isRecord).flatMap(({ ports }) => listIds(ports));

/** Reads a graph's nodes from the list of nodes. */
const readListedNodes = async (t: AuditTools, graphId: unknown): Promise<readonly JsonRecord[]> => {
  const list = await t.fixtures.readAll(pathTo`/api/graphs/${graphId}/nodes`);
  t.given(list !== undefined, 'the nodes of a graph are listed');
  return filterRecords(list);
};

/** Returns the expected items that a list lacks. */
const listMissing = (listed: readonly string[], expected: readonly string[]): readonly string[] =>
  expected.filter((id) => !listed.includes(id));

export const graphCreationAudits = [
  graphs.audit('create', ['GRAPH-CREATE-001', 'GRAPH-001', 'GRAPH-003', 'GRAPH-005'], async (t) => {
    const name = `${t.manifest.namespace}-named`;
    const reply = await createGraph(t, { name }, '?replace=true');
    t.for('GRAPH-CREATE-001').must(reply.ok, 'a graph can be created', describeReply(reply));
    givenGraphCreated(t, reply);
    t.for('GRAPH-001').must(uuidPattern.test(String(reply.at('id'))), 'the graph has a UUID as its id', {
      actual: reply.at('id'),
    });
    t.for('GRAPH-003').mustEqual(reply.at('name'), name, 'the graph has the requested name');
    const path = reply.at('path');
    t.for('GRAPH-005').must(typeof path === 'string' && path !== '', 'the graph has a path', {
      actual: path,
    });
  }),
  graphs.audit('create-full', ['GRAPH-CREATE-001'], async (t) => {
    const reply = await createGraph(t, { name: `${t.manifest.namespace}-named` }, '?replace=true');
    givenGraphCreated(t, reply);
    const nodes = filterRecords(reply.at('nodes'));
    const list = await readListedNodes(t, reply.at('id'));
    t.must(list.length > 0, 'a new graph has nodes', describeReply(reply));
    t.mustEqual(
      listMissing(listIds(nodes), listIds(list)),
      [],
      'the response contains all nodes of the graph',
    );
    t.mustEqual(
      listMissing(listPortIds(nodes), listPortIds(list)),
      [],
      'the response contains all ports of the nodes',
    );
  }),
  graphs.audit('create-status', ['GRAPH-CREATE-002'], async (t) => {
    const reply = await createGraph(t, { name: `${t.manifest.namespace}-named` }, '?replace=true');
    givenGraphCreated(t, reply);
    t.observe('status of a created graph', reply.status);
  }),
  graphs.audit('default-nodes', ['GRAPH-006', 'GRAPH-007'], async (t) => {
    const { id, record } = await t.fixtures.graph();
    const nodes = filterRecords(record.nodes);
    const list = await readListedNodes(t, id);
    for (const name of defaultNodes) {
      const actual = { actual: list.map(({ category }) => category) };
      t.for('GRAPH-006').must(
        (await findDefaultNode(t, list, name)) !== undefined,
        `a new graph contains ${name}`,
        actual,
      );
      const node = await findDefaultNode(t, nodes, name);
      const ports = filterRecords(node?.ports);
      t.for('GRAPH-007').must(
        ports.length > 0 && ports.every((port) => isId(port.id)),
        `${name} includes the ids of its ports`,
        { actual: node ?? summarizeNodes(nodes) },
      );
    }
    t.for('GRAPH-007').mustEqual(
      listMissing(listPortIds(nodes), listPortIds(list)),
      [],
      `no port is missing`,
    );
  }),
  graphs.audit('typed-ports', ['OVER-GRAPH-001'], async (t) => {
    const { record, id } = await t.fixtures.graph();
    const { graphId } = await t.fixtures.palette();
    const lists = [
      filterRecords(record.nodes),
      await readListedNodes(t, id),
      await readListedNodes(t, graphId ?? id),
    ];
    for (const nodes of lists) {
      const ports = nodes.flatMap((node) => filterRecords(node.ports));
      t.must(ports.length > 0, 'the nodes of a graph have ports', { actual: summarizeNodes(nodes) });
      const untyped = ports.filter(({ type }) => typeof type !== 'string' || type === '');
      t.must(untyped.length === 0, 'every port has a type', { actual: untyped[0] });
    }
  }),
  graphs.audit('name-generated', ['GRAPH-004'], async (t) => {
    givenCleanupPossible(t, 'the name is outside the namespace');
    const reply = await createGraph(t, {});
    t.must(reply.ok, 'a graph can be created without a name', describeReply(reply));
    const name = reply.at('name');
    t.must(typeof name === 'string' && name !== '', 'a name is generated', { actual: name });
  }),
  graphs.audit('addressed-by-id', ['GRAPH-002'], async (t) => {
    const one = await t.fixtures.graph();
    const otherGraph = await t.fixtures.graph();
    t.must(one.id !== otherGraph.id, 'two graphs have different ids');
    const created = await t.fixtures.node(one, await chooseNodeType(t));
    const isCreatedNode = ({ id }: { readonly id: unknown }): boolean => String(id) === String(created.id);
    t.must(
      (await t.fixtures.listNodes(one)).some(isCreatedNode),
      'the node is in the graph to which it was added',
    );
    t.must(!(await t.fixtures.listNodes(otherGraph)).some(isCreatedNode), 'the node is in no other graph');
  }),
];

const summarizeNodes = (nodes: readonly JsonRecord[]) => nodes.map(({ category }) => category);
