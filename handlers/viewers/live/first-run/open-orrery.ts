/** Builds the scene and the graph of the demo project in the open project. This module is loaded on demand. */
import demoGraphs, { type DemoGraph } from 'demo-graphs';
import { applyChange } from '../canvas/changes/apply-change.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { GraphFragment, PortStateFlag } from '../canvas/changes/graph-change.ts';
import type { GraphSummary } from '../graphs/graph-list-store.ts';
import type { PortValue } from '../graphs/graph-types.ts';

/**
 * Creates the demo project's graphs, and runs them in their order. If a graph fails, the graphs that were created are
 * deleted again.
 * @returns the id of the graph to show, which is the last one
 * @throws SceneRuntimeError with the service's reason
 */
export const buildOrrery = async (client: SceneClient): Promise<GraphSummary['id']> => {
  const created: string[] = [];
  try {
    for (const demoGraph of demoGraphs) {
      const { name } = demoGraph;
      const graph = await client.request('POST /api/graphs', { body: { name } });
      created.push(graph.id);
      await applyChange(
        { client, graph, notes: {} },
        {
          kind: 'all',
          changes: [
            { kind: 'remove', nodeIds: graph.nodes.map(({ id }) => id) },
            { kind: 'add', fragment: toFragment(demoGraph) },
          ],
        },
      );
    }
    for (const graphId of created) {
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

const toFragment = ({ nodes, connections }: DemoGraph): GraphFragment => ({
  nodes: nodes.map(({ id, category, x, y, values = {}, expanded = [], note }) => ({
    ...{ key: id, category, locationX: x, locationY: y, note },
    values: values as Readonly<Record<string, PortValue>>,
    marks: expanded.map(toExpandedPort),
  })),
  wires: connections.map(({ from, to }) => ({
    from: { nodeId: from[0], name: from[1] },
    to: { nodeId: to[0], name: to[1] },
  })),
});

/** Converts the name of a port as a graph's file has it, such as `in.position`. */
const toExpandedPort = (port: string): PortStateFlag => {
  const at = port.indexOf('.');
  const direction = port.slice(0, at) === 'in' ? 'input' : 'output';
  return { name: port.slice(at + 1), direction, state: 'expanded' };
};
