import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { AuditTools } from '../../audit.ts';

/** Reads the contents of a graph, so that they can be compared before and after a call. */
export const readGraphContents = async (t: AuditTools, graph: TargetGraph) => ({
  nodes: (await t.fixtures.listNodes(graph)).map(({ id }) => id).sort(),
  connections: (await t.fixtures.listConnections(graph)).length,
});

export const findAnyNodeType = async (t: AuditTools): Promise<string> =>
  (await t.fixtures.palette()).nodes.find(({ ports }) => ports.length > 0)?.category ??
  t.unverified('a node type that can be created');
