/** Builds the scene and the graph of the demo project in the open project. This module is loaded on demand. */
import demoGraphs from 'demo-graphs';
import type { SceneClient } from '#spec/client/index.ts';
import type { GraphSummary } from '../graphs/graph-list-store.ts';

/**
 * Creates the demo project's graphs, and runs them in their order. If a graph fails, the graphs that were created are
 * deleted again.
 * @returns the id of the graph to show, which is the last one
 * @throws SceneRuntimeError with the service's reason
 */
export const buildOrrery = async (client: Pick<SceneClient, 'request'>): Promise<GraphSummary['id']> => {
  const created: string[] = [];
  try {
    for (const { name, nodes, connections } of demoGraphs) {
      const { id: graphId, nodes: initialNodes } = await client.request('POST /api/graphs', {
        body: { name },
      });
      created.push(graphId);
      for (const { id: nodeId } of initialNodes)
        await client.request('DELETE /api/graphs/{graphId}/nodes/{nodeId}', { params: { graphId, nodeId } });
      const { nodeIds } = await client.request('POST /api/graphs/{graphId}/build', {
        params: { graphId },
        query: { return: 'ids' },
        body: {
          nodes: nodes.map(({ id, category, x, y, values }) => ({
            ...{ tempId: id, category, locationX: x, locationY: y },
            ports: (values ?? {}) as Record<string, never>,
          })),
          connections: connections.map(({ from, to }) => ({ from: from.join('/'), to: to.join('/') })),
        },
      });
      for (const { id, note } of nodes) {
        const nodeId = nodeIds[id];
        if (note && nodeId !== undefined)
          await client.request('PUT /api/graphs/{graphId}/nodes/{nodeId}/note', {
            params: { graphId, nodeId },
            body: note,
          });
      }
      await client.request('POST /api/graphs/{graphId}/sync', { params: { graphId } });
      await client.request('POST /api/graphs/{graphId}/run', { params: { graphId } });
    }
  } catch (failure) {
    for (const graphId of created)
      await client
        .request('DELETE /api/graphs/{graphId}', { params: { graphId }, query: { deleteFile: true } })
        .catch(() => {});
    throw failure;
  }
  return created.at(-1) ?? '';
};
