/** Edits with which nodes become a graph of their own, and nodes of a graph take the place of its call. */
import { type EditContext, type EditResult, findNode } from './edit-context.ts';
import { extractFragment } from './graph-fragment.ts';
import type { GraphChange, GraphChangeOf } from './graph-change.ts';

/** Turns nodes into a graph of their own, which a new node calls in their place. Undo does not remove the new graph. */
export const applyExtract = async (
  context: EditContext,
  { nodeIds, name }: GraphChangeOf<'extract'>,
): Promise<EditResult> => {
  const { client, graph } = context;
  const ids = nodeIds.map((nodeId) => findNode(context, nodeId).id);
  const { node, connections } = await client.request('POST /api/graphs/{graphId}/extract', {
    ...getRequest(context),
    body: { nodeIds: ids, name },
  });
  const existing = new Set(graph.nodes.map(({ id }) => id));
  // besides the node that calls the graph, the service may add nodes that read which of its ends was reached
  const connected = connections.flatMap(({ outputNodeId, inputNodeId }) => [outputNodeId, inputNodeId]);
  const added = new Set([node.id, ...connected.filter((id) => !existing.has(id))]);
  return { undoChange: createUndoChange(context, ids, [...added]), nodeIds: [node.id] };
};

/** Replaces a node that calls a graph with copies of the nodes of that graph. Undo does not remove new variables. */
export const applyInline = async (
  context: EditContext,
  { nodeId }: GraphChangeOf<'inline'>,
): Promise<EditResult> => {
  const { id } = findNode(context, nodeId);
  const { nodes } = await context.client.request('POST /api/graphs/{graphId}/inline', {
    ...getRequest(context),
    body: { nodeId: id },
  });
  const added = nodes.map((node) => node.id);
  return { undoChange: createUndoChange(context, [id], added), nodeIds: added };
};

const getRequest = ({ graph }: EditContext) => ({
  params: { graphId: graph.id },
  // while the graph runs, the edit takes effect at once
  ...(graph.state === 'running' && { query: { sync: true } }),
  ifMatch: graph.revision,
});

const createUndoChange = (
  { graph, notes }: EditContext,
  removed: readonly string[],
  added: readonly string[],
): GraphChange => {
  const fragment = extractFragment(graph, notes, removed, 'all');
  return {
    kind: 'all',
    changes: [
      ...(added.length > 0 ? [{ kind: 'remove' as const, nodeIds: added }] : []),
      { kind: 'add', fragment, keepsNodeIds: true },
    ],
  };
};
