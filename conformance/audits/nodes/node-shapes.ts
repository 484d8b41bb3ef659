import { isId } from '../../target/id.ts';
import { walk } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

/** What the description shows of the nodes of a graph: their ids and types, and those of their ports. */
export const nodeShapes = async (t: AuditTools, graph: LabGraph) =>
  (await t.lab.nodesOf(graph)).map(({ id, category, ports }) => ({
    id,
    category,
    ports: ports.map((port) => ({ id: port.id, type: port.type })),
  }));

/** What the description shows of a graph: its nodes, and of each connection which ports it joins. */
export const graphShape = async (t: AuditTools, graph: LabGraph) => {
  const nodes = await nodeShapes(t, graph);
  const ports = new Set(nodes.flatMap((node) => node.ports.map(({ id }) => String(id))));
  const wires = (await t.lab.connectionsOf(graph)).map((connection) =>
    [...new Set([...walk(connection)].filter(isId).map(String))]
      .filter((id) => ports.has(id))
      .sort()
      .join(' '),
  );
  return { nodes, wires };
};
