/** Audits that check the same rules for a node of every type that the target offers. */
import { isId, pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { filterRecords } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { defaultNodes, findDefaultNode } from './find-default-node.ts';
import { createNodeBody } from './nodes.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { TargetNode } from '../../audit-helpers/node-type-survey.ts';

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

export const everyNodeTypeAudits = [
  nodes.audit(
    'create-whole',
    ['NODE-CREATE-001', 'NODE-006'],
    { likelyCause: 'the response to a creation omits ports that lists contain' },
    async (t) => {
      for (const { created, listed } of await createAndListNodes(t)) {
        const missingPorts = listed ? listMissingPorts(created.ports, listed) : [];
        t.for('NODE-CREATE-001', 'NODE-006').must(
          missingPorts.length === 0,
          `the response for a created ${created.category} node contains all its ports`,
          { actual: missingPorts },
        );
      }
    },
  ),
  nodes.audit('read-whole', ['NODE-006', 'OVER-GRAPH-001'], async (t) => {
    for (const { created, listed } of await createAndListNodes(t)) {
      const { category } = created;
      const reply = await t.http.get(pathTo`/api/nodes/${created.id}`);
      t.given(reply.ok, 'a node can be read', describeReply(reply));
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
      t.must(last.ok, `a node of the listed type ${String(category)} can be created`, describeReply(last));
    }
  }),
];
