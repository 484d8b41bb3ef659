/** Keeps the ports of RunGraph nodes up to date with the inputs and outputs of the graphs that they run (C-325). */
import { isDeepStrictEqual } from 'node:util';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import { countContentEdit, markNodeChanged } from './change-tracking.ts';
import { isBrokenConnection, listConnections } from './connections.ts';
import { updatePorts } from './graph-edits.ts';
import { clearHistory } from './history/edit-history.ts';
import type { GraphDocument } from './graph-document.ts';
import type { GraphStore } from './graph-store.ts';

/**
 * Updates the nodes that run other graphs, after an input, an output or the name of a graph has changed. Ports that no
 * longer exist remain as long as they have connections, and these connections are broken until the port comes back or
 * they are removed.
 * @param options whether the graphs of these nodes change. They do not while the project is being opened, because files
 * contain no ports
 */
export const updateCallers = (
  store: GraphStore,
  log: (line: ConsoleLine) => void,
  { countsAsEdit } = { countsAsEdit: true },
): void => {
  const changedGraphs = new Set<GraphDocument>();
  for (const node of store.callers) {
    const { values } = node;
    if (!updatePorts(store, node, { keepsConnections: true }).reshaped) continue;
    if (countsAsEdit) {
      if (!isDeepStrictEqual(values, node.values)) clearHistory(node.graph);
      markNodeChanged(node);
      changedGraphs.add(node.graph);
    }
    const brokenCount = listConnections(node).filter(isBrokenConnection).length;
    if (brokenCount === 0) continue;
    const connections = brokenCount === 1 ? 'one connection' : `${brokenCount} connections`;
    log({
      severity: 'warning',
      ...{ graphId: node.graph.id, nodeId: node.id },
      message: `The graph that the node runs has other inputs or outputs now; ${connections} of the node ${brokenCount === 1 ? 'is' : 'are'} broken.`,
    });
  }
  for (const graph of changedGraphs) countContentEdit(graph);
};

/** Lists the graphs that a graph calls, directly or through other graphs. The graph itself is not included. */
export const listCalledGraphs = (store: GraphStore, graph: GraphDocument): GraphDocument[] => {
  if (store.callers.size === 0) return [];
  const called = new Set<GraphDocument>([graph]);
  for (const caller of called) {
    for (const { graph: owner, values } of store.callers) {
      const target =
        owner === caller && values.Mode === 'Call' ? store.graphs.find(String(values.Graph)) : undefined;
      if (target) called.add(target);
    }
  }
  called.delete(graph);
  return [...called];
};
