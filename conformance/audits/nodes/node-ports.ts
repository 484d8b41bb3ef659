import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { walkJson, walkKeys } from '../../json.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { chooseNodeType } from './find-nodes.ts';
import type { TargetPort } from '../../audit-helpers/node-type-survey.ts';

const nodes = defineAuditArea('nodes', 'token', 'project');

/** Creates ports of every type and direction that the target's node types have. */
const createPortsOfEachType = async (t: AuditTools): Promise<readonly TargetPort[]> => {
  const { nodes: all } = await t.fixtures.palette();
  t.given(all.length > 0, 'node types that can be created');
  const ports = all.flatMap((node) => node.ports);
  return [...new Map(ports.map((port) => [`${port.direction} ${port.type}`, port])).values()];
};

/**
 * Calls a route with the port's id, without changing the port. A trigger port has no value to read, so the call enables
 * the port, which is already enabled.
 */
const addressPort = ({ id, type }: TargetPort) =>
  type === 'Trigger'
    ? (['POST', pathTo`/api/ports/${id}/enable`] as const)
    : (['GET', pathTo`/api/ports/${id}/value`] as const);

export const audits = [
  nodes.audit('ports-addressed', ['PORT-001'], async (t) => {
    for (const port of await createPortsOfEachType(t)) {
      if (port.type === 'Button') continue;
      const [method, path] = addressPort(port);
      const reply = await t.http.send(method, path);
      const isUnknown =
        reply.at('error.code') === 'PORT_NOT_FOUND' || (method === 'GET' && reply.status === 404);
      t.must(
        !isUnknown,
        `the id of a ${port.type} ${port.direction ?? 'port'} addresses it`,
        describeReply(reply),
      );
    }
  }),
  nodes.audit('port-ids', ['NODE-CREATE-006'], async (t) => {
    const graph = await t.fixtures.graph();
    const category = await chooseNodeType(t);
    const one = await t.fixtures.node(graph, category);
    const two = await t.fixtures.node(graph, category);
    t.must(String(one.id) !== String(two.id), 'two nodes have different ids', { actual: one.id });
    const { nodes: all } = await t.fixtures.palette();
    const ids = [one, two, ...all].flatMap(({ ports }) => ports.map(({ id }) => String(id)));
    const shared = ids.filter((id, index) => ids.indexOf(id) < index);
    t.mustEqual(shared, [], 'no two ports share an id');
  }),
  nodes.audit('port-types', ['TYPES-008', 'PORT-002'], async (t) => {
    const catalog = await t.http.get('/api/types');
    const names = catalog.at('PortTypes');
    t.given(catalog.ok && names !== undefined && names !== null, 'a type catalog');
    const documentedNames = new Set<unknown>([...walkJson(names), ...walkKeys(names)]);
    const { nodes: all } = await t.fixtures.palette();
    t.given(all.length > 0, 'node types that can be created');
    for (const { category, ports } of all) {
      const foreign = ports.map(({ type }) => type).filter((type) => !documentedNames.has(type));
      t.for('TYPES-008', 'PORT-002').mustEqual(
        foreign,
        [],
        `the types of the ports of ${category} are in PortTypes`,
      );
    }
  }),
  nodes.audit('port-flags', ['PORT-005'], async (t) => {
    const { nodes: all } = await t.fixtures.palette();
    t.given(all.length > 0, 'node types that can be created');
    const graph = await t.fixtures.graph();
    const expandable = await t.fixtures.tryPort(graph, ({ type }) => type === 'Vector3');
    if (expandable) await t.http.post(pathTo`/api/ports/${expandable.port.id}/expand`);
    const ports = [...all, ...(await t.fixtures.listNodes(graph))].flatMap((node) => node.ports);
    for (const { record } of ports) {
      for (const flag of ['isExpandable', 'isExpanded', 'isExpandedChild']) {
        const value = record[flag];
        t.must(
          value === undefined || value === null || typeof value === 'boolean',
          `${flag} is a boolean where present`,
          { actual: record },
        );
      }
    }
  }),
];
