import { readLocation, readNodes } from './match-model.ts';
import { createModelGraph, createModelNode } from './graph-model.ts';
import type { ModelGraph } from './graph-model.ts';
import type { ModelContext } from './model-context.ts';

/** Creates a graph, and adds to the model the nodes that the target puts in the new graph. */
export const openModelGraph = async (context: ModelContext): Promise<ModelGraph> => {
  const { id } = await context.t.fixtures.graph();
  const graph = createModelGraph(id);
  for (const node of await readNodes(context, graph))
    graph.nodes.set(node.id, createModelNode(node, readLocation(context, node), true));
  return graph;
};
