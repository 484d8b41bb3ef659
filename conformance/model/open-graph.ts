import { locationOf, readNodes } from './observe.ts';
import { modelGraph, modelNode } from './state.ts';
import type { ModelGraph } from './state.ts';
import type { Workbench } from './workbench.ts';

/** A new graph, with what a target puts in it. */
export const openGraph = async (workbench: Workbench): Promise<ModelGraph> => {
  const { id } = await workbench.t.lab.graph();
  const graph = modelGraph(id);
  for (const node of await readNodes(workbench, graph))
    graph.nodes.set(node.id, modelNode(node, locationOf(workbench, node), true));
  return graph;
};
