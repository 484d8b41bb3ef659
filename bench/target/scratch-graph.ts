import { randomUUID } from 'node:crypto';
import { toJsonArray, toJsonObject, toOptionalString } from './loose-json.ts';
import type { Target } from './target.ts';

/**
 * Creates a graph with a unique name. No path is given, so the server chooses the folder.
 * @throws Error when the target does not create it or does not return its id
 */
export const createScratchGraph = async (target: Target): Promise<string> => {
  const graph = toJsonObject(await target.call('POST', '/api/graphs', { name: `bench ${randomUUID()}` }));
  const id = toOptionalString(graph.id) ?? toOptionalString(graph.graphId);
  if (id === undefined) throw new Error('POST /api/graphs returned no id');
  return id;
};

/** Deletes the graph, if the target supports that. */
export const removeScratchGraph = async (target: Target, graphId: string): Promise<void> => {
  await target.call('POST', `/api/graphs/${graphId}/remove`).catch(() => {});
};

/** A target and a graph to work in. */
export interface TargetGraph {
  readonly target: Target;
  readonly graphId: string;
}

/**
 * Works with one graph in each target and deletes them at the end.
 * @throws Error like `createScratchGraph`
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
 * @throws Error when the response contains no id of such a port
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
