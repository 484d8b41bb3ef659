import { getItemAt } from '../harness/get-item-at.ts';
import { findFlowNodeTypes, type FixedPortNodeType } from '../target/node-catalogue.ts';
import { type BuildBody, createBodyOfTypes, createBuildBody } from './create-build-body.ts';

/** Shuffles deterministically, so that reports from several runs can be compared. */
const shuffle = <T>(list: readonly T[], seed: number): T[] => {
  const shuffled = [...list];
  let state = seed;
  for (let i = shuffled.length - 1; i > 0; i -= 1) {
    // This is a linear congruential generator; only its high bits are random enough.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    // biome-ignore lint/style/noNonNullAssertion: both indexes are within the list
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
};

/** A build, and what the graph contains afterwards. */
export interface BuildShape {
  readonly name: string;
  readonly body: BuildBody;
  readonly connections: number;
  /** The body of a build that runs first. The ids of its nodes replace their temporary ids in `body`. */
  readonly before?: BuildBody;
  readonly refused?: true;
}

const mixedTypeCount = 30;

/** Creates builds of equal size but different forms. The first build is the reference for the other builds. */
export const createBuildShapes = (
  catalogue: readonly FixedPortNodeType[],
  nodeCount: number,
  connectionCount: number,
): readonly BuildShape[] => {
  const ordered = createBuildBody(catalogue, nodeCount, connectionCount);
  const { nodes, connections } = ordered;
  const flowKinds = findFlowNodeTypes(catalogue).slice(0, mixedTypeCount - 1);
  const lastConnection = getItemAt(connections, -1);
  const brokenConnection = { ...lastConnection, to: `${lastConnection.to} that is not there` };
  return [
    { name: 'in order', body: ordered, connections: connectionCount },
    {
      name: 'shuffled wires',
      body: { nodes, connections: shuffle(connections, 17) },
      connections: connectionCount,
    },
    {
      name: `${flowKinds.length + 1} node types`,
      body: createBodyOfTypes(catalogue, flowKinds, nodeCount, connectionCount),
      connections: connectionCount,
    },
    createReplacingShape(ordered),
    {
      name: 'failing at the end',
      body: { nodes, connections: [...connections.slice(0, -1), brokenConnection] },
      connections: 0,
      refused: true,
    },
  ];
};

/**
 * Creates a build for which a quarter of the nodes already exist. Connections from the first of these existing nodes
 * occupy inputs that the build then reconnects.
 */
const createReplacingShape = ({ nodes, connections }: BuildBody): BuildShape => {
  const existingNodes = nodes.slice(0, nodes.length / 4);
  const names = new Set(existingNodes.map(({ tempId }) => tempId));
  const getNodeId = (end: string) => end.slice(0, end.indexOf('/'));
  const { from } = getItemAt(connections, 0);
  const existingConnections = connections
    .filter((connection) => connection.from !== from && names.has(getNodeId(connection.to)))
    .map(({ to }) => ({ from, to }));
  return {
    name: 'replaced wires',
    before: { nodes: existingNodes, connections: existingConnections },
    body: { nodes: nodes.slice(existingNodes.length), connections },
    connections: connections.length,
  };
};
