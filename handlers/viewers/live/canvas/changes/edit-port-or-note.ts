import { findNode, findPort, replaceNode } from './edit-context.ts';
import { toConnectionRefs } from './edit-connections.ts';
import type { NodeRecord, PortRecord } from '../../graphs/graph-types.ts';
import type { GraphChange, GraphChangeOf, NoteContent, PortRef } from './graph-change.ts';
import type { EditContext, EditResult } from './edit-context.ts';

/**
 * Writes the value of an input. If the value changes which ports exist, undo also restores the lost values and
 * connections.
 */
export const applyPortValue = async (
  desk: EditContext,
  { port: place, value }: GraphChangeOf<'value'>,
): Promise<EditResult> => {
  const { client, graph } = desk;
  const port = findPort(desk, place, 'input');
  const node = findNode(desk, place.nodeId);
  const answer = await client.request('PUT /api/ports/{portId}/value', {
    params: { portId: port.id },
    body: { value },
    ifMatch: graph.revision,
  });
  const { node: reshaped, removedConnectionIds = [], ...written } = answer;
  const now = reshaped ?? {
    ...node,
    ports: node.ports.map((known) => (known.id === port.id ? { ...known, ...written } : known)),
  };
  const isPart = port.isExpandable || port.isExpandedChild;
  return {
    undoChange: createUndoChange(place, port, [
      ...(reshaped ? listLostValues(node, reshaped) : []),
      ...(removedConnectionIds.length > 0
        ? [{ kind: 'wires' as const, cut: [], join: toConnectionRefs(graph, removedConnectionIds) }]
        : []),
    ]),
    graph: isPart
      ? undefined
      : {
          ...graph,
          revision: graph.revision + 1,
          nodes: replaceNode(graph, now),
          connections: graph.connections.filter(({ id }) => !removedConnectionIds.includes(id)),
        },
  };
};

const createUndoChange = (
  place: PortRef,
  before: PortRecord,
  rest: readonly GraphChange[],
): GraphChange | undefined => {
  if (before.isSensitive || before.value === undefined) return undefined;
  const back: GraphChange = { kind: 'value', port: place, value: before.value };
  return rest.length === 0 ? back : { kind: 'all', changes: [back, ...rest] };
};

/** Lists the values of inputs that were lost with their ports. */
const listLostValues = (before: NodeRecord, now: NodeRecord): GraphChange[] =>
  before.ports.flatMap(({ name, direction, value, isSensitive, isExpandedChild }) => {
    const isHeld = value !== undefined && value !== null && value !== '' && !isSensitive && !isExpandedChild;
    const isKept = now.ports.some((port) => port.name === name && port.direction === 'input');
    return direction === 'input' && isHeld && !isKept
      ? [{ kind: 'value' as const, port: { nodeId: before.id, name }, value }]
      : [];
  });

/** Changes the text or style of a note. */
export const applyNote = async (
  desk: EditContext,
  { nodeId, note }: GraphChangeOf<'note'>,
): Promise<EditResult> => {
  const { client, graph, notes } = desk;
  const { id } = findNode(desk, nodeId);
  const before: Readonly<Record<string, unknown>> = { ...notes[id] };
  await client.request('PUT /api/graphs/{graphId}/nodes/{nodeId}/note', {
    params: { graphId: graph.id, nodeId: id },
    body: note,
    ifMatch: graph.revision,
  });
  const back: NoteContent = Object.fromEntries(Object.keys(note).map((name) => [name, before[name]]));
  return { undoChange: { kind: 'note', nodeId, note: back } };
};

const portStateRoutes = {
  expanded: ['POST /api/ports/{portId}/collapse', 'POST /api/ports/{portId}/expand'],
  disabled: ['POST /api/ports/{portId}/enable', 'POST /api/ports/{portId}/disable'],
} as const;

/** Expands, collapses, disables or enables a port. */
export const applyPortState = async (
  desk: EditContext,
  change: GraphChangeOf<'mark'>,
): Promise<EditResult> => {
  const { client, graph } = desk;
  const { nodeId, mark, isSet } = change;
  const port = findPort(desk, { nodeId, name: mark.name }, mark.direction);
  const route = portStateRoutes[mark.state][isSet ? 1 : 0];
  await client.request(route, { params: { portId: port.id }, ifMatch: graph.revision });
  return { undoChange: { ...change, isSet: !isSet } };
};
