import { locationOf, readNodes } from './observe.ts';
import { modelGraph, modelNode } from './state.ts';
import type { ModelGraph } from './state.ts';
import type { World } from './world.ts';

/** A new graph, with what a target puts in it. */
export const openGraph = async (world: World): Promise<ModelGraph> => {
  const { id } = await world.t.lab.graph();
  const graph = modelGraph(id);
  for (const node of await readNodes(world, graph))
    graph.nodes.set(node.id, modelNode(node, locationOf(world, node)));
  return graph;
};
