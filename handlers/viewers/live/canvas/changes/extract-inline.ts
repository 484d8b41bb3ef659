/** Edits with which nodes become a graph of their own, and nodes of a graph take the place of its call. */
import {
  type ChangePlan,
  type EditContext,
  formatGraphPath,
  getSyncQuery,
  toAnswer,
} from './edit-context.ts';
import type { GraphChangeOf } from './graph-change.ts';

/** Turns nodes into a graph of their own, which a new node calls in their place. Undo does not remove the new graph. */
export const planExtract = (
  { graph }: EditContext,
  { nodeIds, name }: GraphChangeOf<'extract'>,
): ChangePlan => ({
  operations: [
    {
      method: 'POST',
      path: `${formatGraphPath(graph.id, 'extract')}${getSyncQuery(graph)}`,
      body: { nodeIds, name },
    },
  ],
  listNewNodes: ([result]) => [toAnswer('POST /api/graphs/{graphId}/extract', result).node.id],
});

/** Replaces a node that calls a graph with copies of the nodes of that graph. Undo does not remove new variables. */
export const planInline = ({ graph }: EditContext, { nodeId }: GraphChangeOf<'inline'>): ChangePlan => ({
  operations: [
    {
      method: 'POST',
      path: `${formatGraphPath(graph.id, 'inline')}${getSyncQuery(graph)}`,
      body: { nodeId },
    },
  ],
  listNewNodes: ([result]) => toAnswer('POST /api/graphs/{graphId}/inline', result).nodes.map(({ id }) => id),
});
