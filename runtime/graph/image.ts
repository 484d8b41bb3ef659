import type { GraphImage } from '../link/protocol.ts';
import type { GraphDocument } from './document.ts';

/** What the runtime needs of a graph, as plain data. */
export const imageOf = (graph: GraphDocument): GraphImage => ({
  graphId: graph.id,
  name: graph.name,
  nodes: [...graph.nodes.values()].map(({ id, type, values, disabled }) => ({
    id,
    category: type.enumValue,
    // A copy: the runtime must not see edits before the next sync.
    values: { ...values },
    ...(disabled.size > 0 && { disabled: [...disabled] }),
  })),
  connections: [...graph.connections.values()].map(({ from, to }) => ({
    from: [from.node.id, from.port.name],
    to: [to.node.id, to.port.name],
  })),
});
