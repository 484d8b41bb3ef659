import { findNodeById, noteCategory, indexPorts } from './graph-types.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { GraphDetail, NotesByNodeId, PortRecord } from './graph-types.ts';

/** Reads a graph, including connected sub-ports of collapsed ports. */
export const readGraph = async (client: SceneClient, graphId: string): Promise<GraphDetail> => {
  const graph = await client.request('GET /api/graphs/{graphId}', { params: { graphId } });
  const portsById = indexPorts(graph);
  const hidden = new Set(
    graph.connections
      .flatMap(({ outputPortId, inputPortId }) => [outputPortId, inputPortId])
      .filter((portId) => !portsById.has(portId)),
  );
  const ports = await Promise.all(
    [...hidden].map((portId) => client.request('GET /api/ports/{portId}', { params: { portId } })),
  );
  for (const port of ports) insertAfterParent(graph, port);
  return graph;
};

const insertAfterParent = (graph: GraphDetail, port: PortRecord): void => {
  const ports = findNodeById(graph, port.nodeId)?.ports;
  const at = ports?.findIndex(({ id }) => id === port.parentPortId) ?? -1;
  ports?.splice(at + 1, 0, port);
};

/** Reads the text and style of a graph's notes. */
export const readNotes = async (client: SceneClient, { id, nodes }: GraphDetail): Promise<NotesByNodeId> =>
  Object.fromEntries(
    await Promise.all(
      nodes
        .filter(({ category }) => category === noteCategory)
        .map(async (node) => {
          const params = { graphId: id, nodeId: node.id };
          return [
            node.id,
            await client.request('GET /api/graphs/{graphId}/nodes/{nodeId}/note', { params }),
          ] as const;
        }),
    ),
  );
