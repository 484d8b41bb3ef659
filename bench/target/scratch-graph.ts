import { randomUUID } from 'node:crypto';
import { toJsonArray, toJsonObject, toOptionalString } from './loose-json.ts';
import type { Target } from './target.ts';

/**
 * A graph to work in, named like no other. Asks for no path, so that the server puts it where graphs go.
 * @throws Error when the target does not create it or does not tell its id.
 */
export const createScratchGraph = async (target: Target): Promise<string> => {
  const graph = toJsonObject(await target.call('POST', '/api/graphs', { name: `bench ${randomUUID()}` }));
  const id = toOptionalString(graph.id) ?? toOptionalString(graph.graphId);
  if (id === undefined) throw new Error('POST /api/graphs returned no id');
  return id;
};

/** Takes the graph away again; a target that does not know how keeps it. */
export const removeScratchGraph = async (target: Target, graphId: string): Promise<void> => {
  await target.call('POST', `/api/graphs/${graphId}/remove`).catch(() => {});
};

/** A target, and the graph to work in there. */
export interface TargetGraph {
  readonly target: Target;
  readonly graphId: string;
}

/** Works with a graph of each target, and takes them away in the end. @throws Error as `createScratchGraph` does. */
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
 * @throws Error when the answer tells no id of such a port.
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
