/** Plans for new nodes: their content and their wires. */
import { listOfferedPorts, type OfferedPort, type TypedPort } from './fitting-ports.ts';
import type { PortRecord } from '../../graphs/graph-types.ts';
import type { ConnectionRef, FragmentNode, PortRef, PortStateFlag } from '../changes/graph-change.ts';

/** The content and the wires of a new node, whose key is {@link newNodeKey}. */
export interface NodePlan extends Pick<FragmentNode, 'values' | 'marks'> {
  readonly wires: readonly ConnectionRef[];
}

export const newNodeKey = 'new';

export const emptyPlan: NodePlan = { values: {}, marks: [], wires: [] };

/** Returns the wire between a port of the new node and a port that exists. */
export const planWire = (added: OfferedPort, existing: PortRecord): ConnectionRef => {
  const addedEnd: PortRef = { nodeId: newNodeKey, name: added.name };
  const existingEnd: PortRef = { nodeId: existing.nodeId, name: existing.name };
  return added.direction === 'input'
    ? { from: existingEnd, to: addedEnd }
    : { from: addedEnd, to: existingEnd };
};

/** Returns the flags that make the given ports exist. */
export const listExpansions = (ports: readonly OfferedPort[]): PortStateFlag[] => {
  const flags = ports.flatMap(({ parent, direction }): PortStateFlag[] =>
    parent === undefined ? [] : [{ name: parent, direction, state: 'expanded' }],
  );
  return flags.filter(
    ({ name, direction }, at) =>
      at === flags.findIndex((flag) => flag.name === name && flag.direction === direction),
  );
};

/** Lists the ports of a new node, with the sub-ports of those that are expanded. */
export const listPlannedPorts = (
  ports: readonly TypedPort[],
  marks: readonly PortStateFlag[],
): readonly OfferedPort[] =>
  listOfferedPorts(ports).filter(
    ({ parent, direction }) =>
      parent === undefined ||
      marks.some((mark) => mark.state === 'expanded' && mark.name === parent && mark.direction === direction),
  );
