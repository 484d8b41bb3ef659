/** Lists the node types that a search offers, and says how each would be connected. */
import { canConnectPorts, findFittingPort } from './fitting-ports.ts';
import { emptyPlan, listExpansions, type NodePlan, planWire } from './node-plan.ts';
import { planReplacement } from './replace-node.ts';
import type { NodeType } from '../../node-types/node-type-catalog.ts';
import type { GraphDetail, NodeRecord, PortRecord } from '../../graphs/graph-types.ts';

/** What the new node is for. */
export type SearchPurpose =
  | { readonly kind: 'add' }
  /** The node follows another node, with a wire if exactly one port fits. */
  | { readonly kind: 'after'; readonly node: NodeRecord }
  /** The node is the other end of a wire. */
  | { readonly kind: 'wire'; readonly port: PortRecord }
  /** The node is inserted into a wire. */
  | { readonly kind: 'insert'; readonly output: PortRecord; readonly input: PortRecord }
  | { readonly kind: 'replace'; readonly node: NodeRecord };

/** A node type that a search offers. */
export interface NodeCandidate {
  readonly type: NodeType;
  readonly plan: NodePlan;
  /** How the node would be connected, or why it can't be. */
  readonly detail: string;
  /** How well the type fits, from 0 to 1; `undefined` if it can only be added without a wire. */
  readonly quality: number | undefined;
}

/**
 * Lists all node types for a purpose.
 * @param graph the graph that the node is for
 */
export const listCandidates = (
  types: Iterable<NodeType>,
  purpose: SearchPurpose,
  graph: GraphDetail | undefined,
): NodeCandidate[] => [...types].map((type) => ({ type, ...planCandidate(type, purpose, graph) }));

type Planned = Omit<NodeCandidate, 'type'>;

const planCandidate = (type: NodeType, purpose: SearchPurpose, graph: GraphDetail | undefined): Planned => {
  switch (purpose.kind) {
    case 'add':
      return planUnconnected(type);
    case 'after':
      return planAfter(type, purpose.node);
    case 'wire':
      return planConnected(type, purpose.port);
    case 'insert':
      return planInserted(type, purpose.output, purpose.input);
    case 'replace': {
      const { plan, wireCount } = planReplacement(type, purpose.node, graph);
      const kept = plan.wires.length;
      return wireCount === 0
        ? { plan, detail: type.category, quality: 0 }
        : { plan, detail: `keeps ${kept} of ${wireCount} wires`, quality: kept / wireCount };
    }
  }
};

const planUnconnected = ({ category }: NodeType): Planned => ({
  ...{ plan: emptyPlan, detail: category, quality: 0 },
});

/** Plans a wire from the given node, if exactly one of its ports fits exactly one port of the new node. */
const planAfter = (type: NodeType, node: NodeRecord): Planned => {
  const pairs = node.ports
    .filter(({ direction }) => direction === 'output')
    .flatMap((output) =>
      type.ports.filter((port) => canConnectPorts(output, port)).map((port) => ({ output, port })),
    );
  const [pair] = pairs;
  if (!pair || pairs.length > 1) return planUnconnected(type);
  const { output, port } = pair;
  return {
    plan: { ...emptyPlan, wires: [planWire(port, output)] },
    detail: `into ${port.name}`,
    quality: 1,
  };
};

const planUnfit = ({ type, direction }: PortRecord): Planned => ({
  plan: emptyPlan,
  detail: `no ${direction === 'output' ? 'input' : 'output'} for ${type}`,
  quality: undefined,
});

const planConnected = ({ ports }: NodeType, end: PortRecord): Planned => {
  const fit = findFittingPort(ports, end);
  if (!fit) return planUnfit(end);
  const { port, quality } = fit;
  return {
    plan: { values: {}, marks: listExpansions([port]), wires: [planWire(port, end)] },
    detail: `${port.direction === 'input' ? 'into' : 'from'} ${port.name}`,
    quality,
  };
};

const planInserted = ({ ports }: NodeType, output: PortRecord, input: PortRecord): Planned => {
  const into = findFittingPort(ports, output);
  if (!into) return planUnfit(output);
  const from = findFittingPort(ports, input);
  if (!from) return planUnfit(input);
  return {
    plan: {
      values: {},
      marks: listExpansions([into.port, from.port]),
      wires: [planWire(into.port, output), planWire(from.port, input)],
    },
    detail: `${into.port.name} to ${from.port.name}`,
    quality: Math.min(into.quality, from.quality),
  };
};
