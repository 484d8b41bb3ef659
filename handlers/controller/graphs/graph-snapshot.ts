import type { GraphSnapshot } from '#runtime/link/runtime-link.ts';
import type { GraphDocument } from './graph-document.ts';
import { lowerSubPorts } from './lower-sub-ports.ts';

/** Converts a graph, without its layout, to plain data for the runtime. */
export const createGraphSnapshot = (graph: GraphDocument): GraphSnapshot => {
  const lowered = lowerSubPorts(graph.connections.values());
  const active = [...graph.nodes.values()].filter(({ type }) => type.kind !== 'note');
  const executable = active.map(({ id, type, values, disabled }) => ({
    id,
    category: type.enumValue,
    // Copies the values, because the runtime must not see later edits before the next sync.
    values: { ...values },
    ...(disabled.size > 0 && { disabled: [...disabled] }),
  }));
  return {
    graphId: graph.id,
    name: graph.name,
    nodes: [...executable, ...lowered.nodes],
    connections: lowered.connections,
  };
};
