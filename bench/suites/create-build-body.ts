import { getItemAt } from '../harness/get-item-at.ts';
import { findFlowNodeTypes, findNumberNodeType } from '../target/node-catalogue.ts';
import type { FlowNodeType, FixedPortNodeType } from '../target/node-catalogue.ts';

export interface BuildBody {
  readonly nodes: readonly { tempId: string; category: string; ports: Readonly<Record<string, number>> }[];
  readonly connections: readonly { from: string; to: string }[];
}

/**
 * Creates the body of a valid graph of the given size from two node types: half flow nodes, half additions.
 * @throws Error when the catalogue has no such node types, or their inputs are too few for the connections
 */
export const createBuildBody = (
  catalogue: readonly FixedPortNodeType[],
  nodeCount: number,
  connectionCount: number,
): BuildBody =>
  createBodyOfTypes(catalogue, findFlowNodeTypes(catalogue).slice(0, 1), nodeCount, connectionCount);

/**
 * Creates the body of a valid graph of the given size: half additions, half flow nodes that rotate through the given
 * types. An addition's input accepts one connection and a trigger accepts any number, so the remaining connections are
 * trigger connections. Every connection leads to a later node, so the graph contains no cycle that could be rejected.
 * @throws Error when the catalogue has no addition, or its inputs are too few for the connections
 */
export const createBodyOfTypes = (
  catalogue: readonly FixedPortNodeType[],
  flowKinds: readonly FlowNodeType[],
  nodeCount: number,
  connectionCount: number,
): BuildBody => {
  const { enumValue: number, left: leftPort, right: rightPort, result } = findNumberNodeType(catalogue);
  const getFlowType = (index: number) => getItemAt(flowKinds, index);

  const sumCount = Math.floor(nodeCount / 2);
  const getSumId = (index: number) => `sum-${index}`;
  const step = (index: number) => `step-${index}`;
  const nodes = [
    ...Array.from({ length: sumCount }, (_, i) => ({
      tempId: getSumId(i),
      category: number,
      ports: { [leftPort]: i + 0.5, [rightPort]: 1 },
    })),
    ...Array.from({ length: nodeCount - sumCount }, (_, i) => ({
      tempId: step(i),
      category: getFlowType(i).enumValue,
      ports: {},
    })),
  ];

  const connections: { from: string; to: string }[] = [];
  for (let i = 1; i < sumCount; i += 1) {
    connections.push({ from: `${getSumId(i - 1)}/${result}`, to: `${getSumId(i)}/${leftPort}` });
    if (i > 1) connections.push({ from: `${getSumId(i - 2)}/${result}`, to: `${getSumId(i)}/${rightPort}` });
  }
  const steps = nodeCount - sumCount;
  for (let distance = 1; distance < steps && connections.length < connectionCount; distance += 1) {
    for (let i = 0; i + distance < steps && connections.length < connectionCount; i += 1) {
      const from = `${step(i)}/${getFlowType(i).triggerOut}`;
      connections.push({ from, to: `${step(i + distance)}/${getFlowType(i + distance).triggerIn}` });
    }
  }
  if (connections.length !== connectionCount) {
    throw new Error(`${nodeCount} nodes cannot carry exactly ${connectionCount} connections`);
  }
  return { nodes, connections };
};
