import { type Signal, signal } from '@preact/signals';
import { getOrCreate } from '../../session/store-helpers.ts';
import type { SceneClient } from '#spec/client/index.ts';

/** Looks up the types of nodes, which are shown instead of node ids. */
export interface NodeTypeNames {
  /** Returns a node's type, or `undefined` for an unknown node. A graph's nodes are loaded on first use. */
  getName(graphId: string, nodeId: string): string | undefined;
}

export const createNodeTypeNames = (client: Pick<SceneClient, 'request'>): NodeTypeNames => {
  const namesByGraphId = new Map<string, Signal<ReadonlyMap<string, string>>>();
  const readNames = async (graphId: string): Promise<ReadonlyMap<string, string>> => {
    const query = { include: 'id,category' } as const;
    const nodes = await client.request('GET /api/graphs/{graphId}/nodes', { params: { graphId }, query });
    return new Map(nodes.map(({ id = '', category = '' }) => [id, category]));
  };
  return {
    getName: (graphId, nodeId) =>
      getOrCreate(namesByGraphId, graphId, () => {
        const names = signal<ReadonlyMap<string, string>>(new Map());
        // For a removed graph the read fails, and node ids are shown instead of names.
        readNames(graphId).then(
          (read) => {
            names.value = read;
          },
          () => {},
        );
        return names;
      }).value.get(nodeId),
  };
};
