import { isId } from '../../target/id.ts';
import { walkJson } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';

/** Reads the documented parts of a graph's nodes: the ids and types of the nodes and their ports. */
export const readNodeStructure = async (t: AuditTools, graph: TargetGraph) =>
  (await t.fixtures.listNodes(graph)).map(({ id, category, ports }) => ({
    id,
    category,
    ports: ports.map((port) => ({ id: port.id, type: port.type })),
  }));

/** Reads the documented parts of a graph: its nodes, and the ports of each connection. */
export const readGraphStructure = async (t: AuditTools, graph: TargetGraph) => {
  const nodes = await readNodeStructure(t, graph);
  const ports = new Set(nodes.flatMap((node) => node.ports.map(({ id }) => String(id))));
  const connections = (await t.fixtures.listConnections(graph)).map((connection) =>
    [...new Set([...walkJson(connection)].filter(isId).map(String))]
      .filter((id) => ports.has(id))
      .sort()
      .join(' '),
  );
  return { nodes, wires: connections };
};
