import { getItemAt } from '../../harness/get-item-at.ts';
import { toJsonArray, toJsonObject, toOptionalString } from '../../target/loose-json.ts';
import { findNumberNodeType, readNodeCatalogue } from '../../target/node-catalogue.ts';
import { createScratchGraph } from '../../target/scratch-graph.ts';
import { createBuildBody } from '../create-build-body.ts';
import type { Target } from '../../target/target.ts';

/** An addition node somewhere in the project. The edits read, write and connect this node. */
export interface SampleNode {
  readonly graphId: string;
  readonly inputPortId: string;
  readonly outputPortId: string;
}

/** A project to which nodes are added. Its graphs are deleted at the end. */
export interface GrowingProject {
  /** Addition nodes from all parts of the project, at least one for each graph. */
  readonly samples: readonly SampleNode[];
  readonly graphIds: readonly string[];
  /** Enum value of the node type whose nodes the edits create. */
  readonly category: string;
  growTo(nodes: number): Promise<void>;
  remove(): Promise<void>;
}

/** The maximum number of nodes in one build. */
const maxNodesPerBuild = 1000;
const connectionsPerNode = 2;
const samplesPerBuild = 8;

/** @param mostInGraph the number of nodes at which a graph is full and the next graph is created */
export const createGrowingProject = async (target: Target, mostInGraph: number): Promise<GrowingProject> => {
  const catalogue = await readNodeCatalogue(target);
  const { enumValue: category } = findNumberNodeType(catalogue);
  const graphIds: string[] = [];
  const samples: SampleNode[] = [];
  let total = 0;
  let nodesInGraph = Number.POSITIVE_INFINITY;

  const readSamples = async (graphId: string, offset: number): Promise<SampleNode[]> => {
    const path = `/api/graphs/${graphId}/nodes?limit=${samplesPerBuild}&offset=${offset}`;
    return toJsonArray(await target.call('GET', path)).flatMap((node) =>
      toSampleNode(graphId, category, node),
    );
  };

  const addNodes = async (count: number): Promise<void> => {
    if (nodesInGraph >= mostInGraph) {
      graphIds.push(await createScratchGraph(target));
      nodesInGraph = 0;
    }
    const nodes = Math.min(count, mostInGraph - nodesInGraph, maxNodesPerBuild);
    const graphId = getItemAt(graphIds, -1);
    const body = createBuildBody(catalogue, nodes, nodes * connectionsPerNode);
    await target.call('POST', `/api/graphs/${graphId}/build?return=ids`, body);
    // The additions come first in a build body. A new graph may contain a few default nodes before these additions.
    const newSamples = await readSamples(graphId, nodesInGraph + 4);
    if (newSamples.length === 0)
      throw new Error(`the list of nodes shows no ${category} that was just built`);
    samples.push(...newSamples);
    nodesInGraph += nodes;
    total += nodes;
  };

  return {
    samples,
    graphIds,
    category,
    async growTo(nodes) {
      while (total < nodes) await addNodes(nodes - total);
    },
    async remove() {
      for (const graphId of graphIds)
        await target.call('DELETE', `/api/graphs/${graphId}?deleteFile=true`).catch(() => {});
    },
  };
};

const toSampleNode = (graphId: string, category: string, record: unknown): SampleNode[] => {
  const node = toJsonObject(record);
  if (node.category !== category) return [];
  const portIds = findPortEnds(record);
  return portIds === undefined ? [] : [{ graphId, ...portIds }];
};

/** Returns the first input and the first output of a node. */
export const findPortEnds = (
  record: unknown,
): Pick<SampleNode, 'inputPortId' | 'outputPortId'> | undefined => {
  const ports = toJsonArray(toJsonObject(record).ports).map(toJsonObject);
  const findPortId = (direction: string) =>
    toOptionalString(ports.find((port) => toOptionalString(port.direction)?.toLowerCase() === direction)?.id);
  const inputPortId = findPortId('input');
  const outputPortId = findPortId('output');
  return inputPortId === undefined || outputPortId === undefined ? undefined : { inputPortId, outputPortId };
};
