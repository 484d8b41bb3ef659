import { findFlowNodeTypes, findNumberNodeType } from '../target/node-catalogue.ts';
import type { FlowNodeType, FixedPortNodeType } from '../target/node-catalogue.ts';

export interface BuildBody {
  readonly nodes: readonly { tempId: string; category: string; ports: Readonly<Record<string, number>> }[];
  readonly connections: readonly { from: string; to: string }[];
}

/**
 * Creates a valid graph of the given size from two node types: half flow nodes, half additions.
 * @throws Error when the catalogue has no such node types, or too few inputs for the connections
 */
export const createBuildBody = (
  catalogue: readonly FixedPortNodeType[],
  nodeCount: number,
  connectionCount: number,
): BuildBody =>
  createBodyOfTypes(catalogue, findFlowNodeTypes(catalogue).slice(0, 1), nodeCount, connectionCount);

/**
 * Creates a valid graph of the given size: half additions, half flow nodes of the given types in rotation. An input of
 * an addition takes one connection and triggers take any number, so the rest are trigger connections. Every connection
 * leads to a later node, so there is no cycle to reject.
 * @throws Error when the catalogue has no addition, or too few inputs for the connections
 */
export const createBodyOfTypes = (
  catalogue: readonly FixedPortNodeType[],
  flowKinds: readonly FlowNodeType[],
  nodeCount: number,
  connectionCount: number,
): BuildBody => {
  const { enumValue: number, left, right, result } = findNumberNodeType(catalogue);
  // biome-ignore lint/style/noNonNullAssertion: there is at least one flow node type
  const flowOf = (index: number) => flowKinds[index % flowKinds.length]!;

  const half = Math.floor(nodeCount / 2);
  const sum = (index: number) => `sum-${index}`;
  const step = (index: number) => `step-${index}`;
  const nodes = [
    ...Array.from({ length: half }, (_, i) => ({
      tempId: sum(i),
      category: number,
      ports: { [left]: i + 0.5, [right]: 1 },
    })),
    ...Array.from({ length: nodeCount - half }, (_, i) => ({
      tempId: step(i),
      category: flowOf(i).enumValue,
      ports: {},
    })),
  ];

  const connections: { from: string; to: string }[] = [];
  for (let i = 1; i < half; i += 1) {
    connections.push({ from: `${sum(i - 1)}/${result}`, to: `${sum(i)}/${left}` });
    if (i > 1) connections.push({ from: `${sum(i - 2)}/${result}`, to: `${sum(i)}/${right}` });
  }
  const steps = nodeCount - half;
  for (let distance = 1; distance < steps && connections.length < connectionCount; distance += 1) {
    for (let i = 0; i + distance < steps && connections.length < connectionCount; i += 1) {
      const from = `${step(i)}/${flowOf(i).triggerOut}`;
      connections.push({ from, to: `${step(i + distance)}/${flowOf(i + distance).triggerIn}` });
    }
  }
  if (connections.length !== connectionCount) {
    throw new Error(`${nodeCount} nodes cannot carry exactly ${connectionCount} connections`);
  }
  return { nodes, connections };
};
