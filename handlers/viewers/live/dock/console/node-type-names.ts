import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { SceneClient } from '#spec/client/index.ts';

/** Looks up the types of nodes, which are shown instead of node ids. */
export interface NodeTypeNames {
  /** Returns a node's type, or `undefined` for an unknown node. A graph's nodes are loaded on first use. */
  getName(graphId: string, nodeId: string): string | undefined;
}

type NamesByNodeId = ReadonlyMap<string, string>;

export const createNodeTypeNames = (client: SceneClient): NodeTypeNames => {
  const cached = new Map<string, Signal<NamesByNodeId>>();
  const readNames = async (graphId: string, into: Signal<NamesByNodeId>): Promise<void> => {
    const query = { include: 'id,category' } as const;
    const nodes = await client.request('GET /api/graphs/{graphId}/nodes', { params: { graphId }, query });
    into.value = new Map(nodes.map(({ id = '', category = '' }) => [id, category]));
  };
  return {
    getName(graphId, nodeId) {
      const names = cached.get(graphId) ?? signal<NamesByNodeId>(new Map());
      if (!cached.has(graphId)) {
        cached.set(graphId, names);
        // For a removed graph the read fails, and node ids are shown instead of names.
        void readNames(graphId, names).catch(() => {});
      }
      return names.value.get(nodeId);
    },
  };
};
