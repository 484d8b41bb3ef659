import { canRunNodeType, type GraphSnapshot, type RuntimeCapabilities } from '#runtime/link/runtime-link.ts';
import { ApiError } from '#spec/errors.ts';
import type { GraphDocument } from './graphs/graph-document.ts';

/**
 * Checks that the runtime has all node types of a graph.
 * @throws ApiError ACTION_FAILED when the runtime lacks a node type
 */
export const requireNodeTypes = (
  { name, nodes }: GraphSnapshot,
  capabilities: RuntimeCapabilities | undefined,
): void => {
  const missing = nodes.filter(({ category }) => !canRunNodeType(capabilities, category));
  const [first] = missing;
  if (!first) return;
  throw new ApiError(
    'ACTION_FAILED',
    `The runtime ${capabilities?.name} cannot run the graph '${name}': it has no node type '${first.category}'.`,
    { nodes: missing.map(({ id, category }) => ({ nodeId: id, category })) },
    'GET /api/node-types/enum-values lists the types it supports; DELETE /api/graphs/{graphId}/nodes/{nodeId} deletes a node.',
  );
};

/**
 * Checks that a graph has no placeholders.
 * @throws ApiError ACTION_FAILED when the service lacks the types of some nodes
 */
export const requireNoPlaceholders = ({ name, nodes }: GraphDocument): void => {
  const missing = [...nodes.values()].filter(({ fileNode }) => fileNode);
  const [first] = missing;
  if (!first) return;
  throw new ApiError(
    'ACTION_FAILED',
    `The graph '${name}' cannot run: it has ${missing.length === 1 ? 'a node' : `${missing.length} nodes`} of types that are missing here, such as '${first.type.enumValue}'.`,
    { nodes: missing.map(({ id, type }) => ({ nodeId: id, category: type.enumValue })) },
    'GET /api/node-types/enum-values lists the available types; DELETE /api/graphs/{graphId}/nodes/{nodeId} deletes a node.',
  );
};
