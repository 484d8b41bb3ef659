import type { GraphImage } from '../../link/protocol.ts';
import type { GraphDocument } from './document.ts';
import { lowerWires } from './lower.ts';

/** What the runtime needs of a graph, as plain data. */
export const imageOf = (graph: GraphDocument): GraphImage => {
  const lowered = lowerWires(graph.connections.values());
  const active = [...graph.nodes.values()].filter(({ type }) => type.kind !== 'note');
  const placed = active.map(({ id, type, values, disabled }) => ({
    id,
    category: type.enumValue,
    // A copy: the runtime must not see edits before the next sync.
    values: { ...values },
    ...(disabled.size > 0 && { disabled: [...disabled] }),
  }));
  return {
    graphId: graph.id,
    name: graph.name,
    nodes: [...placed, ...lowered.nodes],
    connections: lowered.wires,
  };
};
