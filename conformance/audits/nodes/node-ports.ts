import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { keysWithin, walk } from '../../json.ts';
import { area } from '../../area.ts';
import { someCategory } from './categories.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabPort } from '../../lab/palette.ts';

const nodes = area('nodes', 'token', 'project');

/** A port of each type and direction that the node types of the target have. */
const onePortOfEach = async (t: AuditTools): Promise<readonly LabPort[]> => {
  const { nodes: all } = await t.lab.palette();
  t.given(all.length > 0, 'node types that can be created');
  const ports = all.flatMap((node) => node.ports);
  return [...new Map(ports.map((port) => [`${port.direction} ${port.type}`, port])).values()];
};

/** A call by the id of a port that leaves it as it is: a trigger port has no value to read, and is enabled already. */
const callBy = ({ id, type }: LabPort) =>
  type === 'Trigger'
    ? (['POST', pathTo`/api/ports/${id}/enable`] as const)
    : (['GET', pathTo`/api/ports/${id}/value`] as const);

/** Audits of the ports that nodes come with. */
export const nodePortAudits = [
  nodes.audit('ports-addressed', ['PORT-001'], async (t) => {
    for (const port of await onePortOfEach(t)) {
      if (port.type === 'Button') continue;
      const [method, path] = callBy(port);
      const reply = await t.http.send(method, path);
      const isUnknown =
        reply.at('error.code') === 'PORT_NOT_FOUND' || (method === 'GET' && reply.status === 404);
      t.must(!isUnknown, `the id of a ${port.type} ${port.direction ?? 'port'} addresses it`, inShort(reply));
    }
  }),
  nodes.audit('port-ids', ['NODE-CREATE-006'], async (t) => {
    const graph = await t.lab.graph();
    const category = await someCategory(t);
    const one = await t.lab.node(graph, category);
    const two = await t.lab.node(graph, category);
    t.must(String(one.id) !== String(two.id), 'two nodes have two ids', { actual: one.id });
    const { nodes: all } = await t.lab.palette();
    const ids = [one, two, ...all].flatMap(({ ports }) => ports.map(({ id }) => String(id)));
    const shared = ids.filter((id, index) => ids.indexOf(id) < index);
    t.mustEqual(shared, [], 'no two ports share an id');
  }),
  nodes.audit('port-types', ['TYPES-008', 'PORT-002'], async (t) => {
    const catalog = await t.http.get('/api/types');
    const names = catalog.at('PortTypes');
    t.given(catalog.ok && names !== undefined && names !== null, 'a type catalog');
    const known = new Set<unknown>([...walk(names), ...keysWithin(names)]);
    const { nodes: all } = await t.lab.palette();
    t.given(all.length > 0, 'node types that can be created');
    for (const { category, ports } of all) {
      const foreign = ports.map(({ type }) => type).filter((type) => !known.has(type));
      t.of('TYPES-008', 'PORT-002').mustEqual(
        foreign,
        [],
        `the types of the ports of ${category} are in PortTypes`,
      );
    }
  }),
  nodes.audit('port-flags', ['PORT-005'], async (t) => {
    const { nodes: all } = await t.lab.palette();
    t.given(all.length > 0, 'node types that can be created');
    const graph = await t.lab.graph();
    const expandable = await t.lab.tryPort(graph, ({ type }) => type === 'Vector3');
    if (expandable) await t.http.post(pathTo`/api/ports/${expandable.port.id}/expand`);
    const ports = [...all, ...(await t.lab.nodesOf(graph))].flatMap((node) => node.ports);
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
