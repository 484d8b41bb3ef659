import { SceneRuntimeError } from '#spec/client/index.ts';
import { nodeOf } from '../../graphs/graph-facts.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { GraphDetail, NodeFacts, Notes, PortFacts } from '../../graphs/graph-facts.ts';
import type { Change, PortPlace } from './change.ts';
import type { Names } from './names.ts';

/** What a change is made with. */
export interface Desk {
  readonly client: SceneClient;
  /** The graph as it is known; its revision is the one that the edit is for. */
  readonly graph: GraphDetail;
  readonly notes: Notes;
  readonly names: Names;
}

/** What making a change came to. */
export interface Made {
  /** What takes it back; undefined for what cannot be. */
  readonly inverse: Change | undefined;
  /** What has become of the graph; undefined when it has to be read. */
  readonly graph?: GraphDetail | undefined;
  /** The nodes that it brought. */
  readonly nodeIds?: readonly string[];
}

type Side = PortFacts['direction'];

/** @throws SceneRuntimeError for a node that has gone */
export const findNode = ({ graph, names }: Desk, nodeId: string): NodeFacts => {
  const node = nodeOf(graph, names.now(nodeId));
  if (!node) throw gone('NODE_NOT_FOUND', 'The node is no longer there.');
  return node;
};

/** @throws SceneRuntimeError for a port that has gone */
export const findPort = (desk: Desk, { nodeId, name }: PortPlace, side: Side): PortFacts => {
  const node = findNode(desk, nodeId);
  const port = node.ports.find((one) => one.name === name && one.direction === side);
  if (!port) throw gone('PORT_NOT_FOUND', `The node ${node.category} has no ${side} '${name}' any more.`);
  return port;
};

const gone = (code: string, message: string): SceneRuntimeError => new SceneRuntimeError({ code, message });

export const replaceNode = (graph: GraphDetail, node: NodeFacts): GraphDetail['nodes'] =>
  graph.nodes.map((known) => (known.id === node.id ? node : known));
