import { findNodeById, type GraphState, type NodeRecord, type PortRecord } from '../../graphs/graph-types.ts';
import { extractFragment } from './graph-fragment.ts';
import { toConnectionRefs } from './edit-connections.ts';
import type { GraphChange, PortRef } from './graph-change.ts';

/**
 * Returns everything that a change overwrites or removes, as a string. If two states of a graph have the same
 * fingerprint, the change destroys no more in the later state than in the earlier one. Values that change merely
 * because the graph runs are left out.
 */
export const getConflictFingerprint = (state: GraphState, change: GraphChange): string =>
  JSON.stringify(collectAffectedState(state, change) ?? null);

const collectAffectedState = (state: GraphState, change: GraphChange): unknown => {
  const { graph, notes } = state;
  switch (change.kind) {
    case 'move':
      return change.positions.map(({ nodeId }) => {
        const { locationX, locationY } = findNodeById(graph, nodeId) ?? {};
        return [locationX, locationY];
      });
    case 'value': {
      const port = findPortOnSide(findNodeById(graph, change.port.nodeId), change.port.name, 'input');
      return port && [port.type, port.isSensitive ? port.hasValue : port.value];
    }
    case 'note': {
      const note: Readonly<Record<string, unknown>> = { ...notes[change.nodeId] };
      return Object.keys(change.note).map((key) => note[key]);
    }
    case 'portState': {
      const { name, direction, state: flag } = change.mark;
      const port = findPortOnSide(findNodeById(graph, change.nodeId), name, direction);
      return port && (flag === 'expanded' ? port.isExpanded : port.isDisabled);
    }
    case 'wires': {
      const inputs = [...change.cut, ...change.join].map(({ to }) => formatEnd(to));
      const wires = toConnectionRefs(
        graph,
        graph.connections.map(({ id }) => id),
      );
      return wires
        .map(({ from, to }) => ({ from: formatEnd(from), to: formatEnd(to) }))
        .filter(({ to }) => inputs.includes(to))
        .map(({ from, to }) => `${from} ${to}`)
        .sort();
    }
    case 'remove':
    case 'extract':
      return extractFragment(graph, notes, change.nodeIds, 'all');
    case 'inline':
      return extractFragment(graph, notes, [change.nodeId], 'all');
    case 'all':
      return change.changes.map((child) => collectAffectedState(state, child));
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

const formatEnd = ({ nodeId, name }: PortRef): string => `${nodeId}/${name}`;
