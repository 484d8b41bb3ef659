import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { SceneClient } from '#spec/client/index.ts';

/** What the nodes of graphs are called: their types. */
export interface NodeNames {
  /** Reads the nodes of a graph when it is first asked about; undefined for a node that is not known. */
  of(graphId: string, nodeId: string): string | undefined;
}

type Names = ReadonlyMap<string, string>;

export const createNodeNames = (client: SceneClient): NodeNames => {
  const known = new Map<string, Signal<Names>>();
  const read = async (graphId: string, into: Signal<Names>): Promise<void> => {
    const query = { include: 'id,category' } as const;
    const nodes = await client.request('GET /api/graphs/{graphId}/nodes', { params: { graphId }, query });
    into.value = new Map(nodes.map(({ id = '', category = '' }) => [id, category]));
  };
  return {
    of(graphId, nodeId) {
      const names = known.get(graphId) ?? signal<Names>(new Map());
      if (!known.has(graphId)) {
        known.set(graphId, names);
        // A graph that is gone has no names: its id is shown.
        void read(graphId, names).catch(() => {});
      }
      return names.value.get(nodeId);
    },
  };
};
