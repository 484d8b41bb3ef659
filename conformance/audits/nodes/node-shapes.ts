import type { AuditContext } from '../../audit.ts';
import type { LabGraph } from '../../lab/lab.ts';

/** What the description shows of the nodes of a graph: their ids and types, and those of their ports. */
export const nodeShapes = async (t: AuditContext, graph: LabGraph) =>
  (await t.lab.nodesOf(graph)).map(({ id, category, ports }) => ({
    id,
    category,
    ports: ports.map((port) => ({ id: port.id, type: port.type })),
  }));
