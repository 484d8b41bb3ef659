import { readLocation, readNodes } from './match-model.ts';
import { createModelGraph, createModelNode } from './graph-model.ts';
import type { ModelGraph } from './graph-model.ts';
import type { ModelContext } from './model-context.ts';

/** Creates a graph, with the nodes that a target puts in it. */
export const openModelGraph = async (workbench: ModelContext): Promise<ModelGraph> => {
  const { id } = await workbench.t.fixtures.graph();
  const graph = createModelGraph(id);
  for (const node of await readNodes(workbench, graph))
    graph.nodes.set(node.id, createModelNode(node, readLocation(workbench, node), true));
  return graph;
};
