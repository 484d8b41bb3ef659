import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { SceneClient } from '#spec/client/index.ts';

/** What the nodes of graphs are called: their types. */
export interface NodeTypeNames {
  /** Reads the nodes of a graph when it is first asked about; undefined for a node that is not known. */
  getName(graphId: string, nodeId: string): string | undefined;
}

type NamesByNodeId = ReadonlyMap<string, string>;

export const createNodeTypeNames = (client: SceneClient): NodeTypeNames => {
  const known = new Map<string, Signal<NamesByNodeId>>();
  const read = async (graphId: string, into: Signal<NamesByNodeId>): Promise<void> => {
    const query = { include: 'id,category' } as const;
    const nodes = await client.request('GET /api/graphs/{graphId}/nodes', { params: { graphId }, query });
    into.value = new Map(nodes.map(({ id = '', category = '' }) => [id, category]));
  };
  return {
    getName(graphId, nodeId) {
      const names = known.get(graphId) ?? signal<NamesByNodeId>(new Map());
      if (!known.has(graphId)) {
        known.set(graphId, names);
        // A graph that is gone has no names: its id is shown.
        void read(graphId, names).catch(() => {});
      }
      return names.value.get(nodeId);
    },
  };
};
