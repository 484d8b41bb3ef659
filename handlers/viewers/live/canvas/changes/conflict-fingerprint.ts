import { findNodeById, type NodeRecord, type PortRecord } from '../../graphs/graph-types.ts';
import { extractFragment } from './graph-fragment.ts';
import { toConnectionRefs } from './edit-connections.ts';
import type { ConnectionRef, GraphChange, PortRef } from './graph-change.ts';
import type { EditContext, NodeIdMap } from './edit-context.ts';

/** The state of a graph with which a change is compared. */
type EditBasis = Omit<EditContext, 'client'>;

/**
 * Returns everything that a change overwrites or removes, as a string. If two states of a graph have the same
 * fingerprint, the change destroys no more in the later state than in the earlier one. Values that change merely
 * because the graph runs are left out.
 */
export const getConflictFingerprint = (basis: EditBasis, change: GraphChange): string =>
  JSON.stringify(collectAffectedState(basis, change) ?? null);

const collectAffectedState = (basis: EditBasis, change: GraphChange): unknown => {
  const { graph, notes, nodeIds } = basis;
  const find = (nodeId: string): NodeRecord | undefined => findNodeById(graph, nodeIds.getCurrentId(nodeId));
  switch (change.kind) {
    case 'move':
      return change.positions.map(({ nodeId }) => {
        const { locationX, locationY } = find(nodeId) ?? {};
        return [locationX, locationY];
      });
    case 'value': {
      const port = findPortOnSide(find(change.port.nodeId), change.port.name, 'input');
      return port && [port.type, port.isSensitive ? port.hasValue : port.value];
    }
    case 'note': {
      const note: Readonly<Record<string, unknown>> = { ...notes[nodeIds.getCurrentId(change.nodeId)] };
      return Object.keys(change.note).map((key) => note[key]);
    }
    case 'portState': {
      const { name, direction, state } = change.mark;
      const port = findPortOnSide(find(change.nodeId), name, direction);
      return port && (state === 'expanded' ? port.isExpanded : port.isDisabled);
    }
    case 'wires': {
      const inputs = [...change.cut, ...change.join].map(({ to }) => formatEnd(nodeIds, to));
      const wires = toConnectionRefs(
        graph,
        graph.connections.map(({ id }) => id),
      ).map((connection) => toOriginalConnection(nodeIds, connection));
      return wires
        .filter(({ to }) => inputs.includes(to))
        .map(({ from, to }) => `${from} ${to}`)
        .sort();
    }
    case 'remove':
    case 'extract':
    case 'inline': {
      const ids = change.kind === 'inline' ? [change.nodeId] : change.nodeIds;
      const { nodes, wires } = extractFragment(graph, notes, ids.map(nodeIds.getCurrentId), 'all');
      return [
        nodes.map((node) => ({ ...node, key: nodeIds.getOriginalId(node.key) })),
        wires.map((connection) => toOriginalConnection(nodeIds, connection)),
      ];
    }
    case 'all':
      return change.changes.map((child) => collectAffectedState(basis, child));
    case 'add':
    case 'arrange':
      return null;
  }
};

const findPortOnSide = (
  node: NodeRecord | undefined,
  name: string,
  side: PortRecord['direction'],
): PortRecord | undefined => node?.ports.find((port) => port.name === name && port.direction === side);

const formatEnd = (nodeIds: NodeIdMap, { nodeId, name }: PortRef): string =>
  `${nodeIds.getOriginalId(nodeId)}/${name}`;

const toOriginalConnection = (nodeIds: NodeIdMap, { from, to }: ConnectionRef) => ({
  from: formatEnd(nodeIds, from),
  to: formatEnd(nodeIds, to),
});
