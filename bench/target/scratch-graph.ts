import { randomUUID } from 'node:crypto';
import { toJsonArray, toJsonObject, toOptionalString } from './loose-json.ts';
import type { Target } from './target.ts';

/**
 * Creates a graph with a unique name. The request contains no path, so the server chooses the folder.
 * @throws Error when the target does not create the graph or does not return its id
 */
export const createScratchGraph = async (target: Target): Promise<string> => {
  const graph = toJsonObject(await target.call('POST', '/api/graphs', { name: `bench ${randomUUID()}` }));
  const id = toOptionalString(graph.id) ?? toOptionalString(graph.graphId);
  if (id === undefined) throw new Error('POST /api/graphs returned no id');
  return id;
};

/** Deletes the graph, if the target can delete graphs. */
export const removeScratchGraph = async (target: Target, graphId: string): Promise<void> => {
  await target.call('POST', `/api/graphs/${graphId}/remove`).catch(() => {});
};

/** A target, and a graph in which to work. */
export interface TargetGraph {
  readonly target: Target;
  readonly graphId: string;
}

/**
 * Calls a function with one new graph in each target, and deletes the graphs at the end.
 * @throws Error under the same conditions as `createScratchGraph`
 */
export const withScratchGraphs = async (
  targets: readonly Target[],
  work: (graphs: readonly TargetGraph[]) => Promise<void>,
): Promise<void> => {
  const graphs: TargetGraph[] = [];
  try {
    for (const target of targets) graphs.push({ target, graphId: await createScratchGraph(target) });
    await work(graphs);
  } finally {
    for (const { target, graphId } of graphs) await removeScratchGraph(target, graphId);
  }
};

/**
 * Adds one node and finds one of its ports.
 * @throws Error when the response does not contain the id of a suitable port
 */
export const createNodeWithPort = async (
  target: Target,
  graphId: string,
  category: string,
  portName: string,
): Promise<string> => {
  const body = { category, locationX: 0, locationY: 0 };
  const node = toJsonObject(await target.call('POST', `/api/graphs/${graphId}/nodes`, body));
  const port = toJsonArray(node.ports)
    .map(toJsonObject)
    .find(({ name }) => name === portName);
  const id = toOptionalString(port?.id);
  if (id === undefined) throw new Error(`a new ${category} node has no id for its port ${portName}`);
  return id;
};
