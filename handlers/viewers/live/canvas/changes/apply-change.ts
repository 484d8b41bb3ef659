import { applyAdd, applyRemove } from './add-remove-nodes.ts';
import { applyConnections, toRestorableRefs } from './edit-connections.ts';
import { applyExtract, applyInline } from './extract-inline.ts';
import {
  type EditContext,
  type EditResult,
  findNode,
  findPort,
  formatGraphPath,
  replaceNode,
  runOperations,
} from './edit-context.ts';
import type {
  GraphChange,
  GraphChangeOf,
  NodePosition,
  NoteContent,
  PortRef,
  SingleGraphChange,
} from './graph-change.ts';
import type { GraphDetail, NodeRecord, PortRecord } from '../../graphs/graph-types.ts';

/**
 * Applies a change through the API.
 * @throws SceneRuntimeError if the service rejects the change
 */
export const applyChange = (context: EditContext, change: SingleGraphChange): Promise<EditResult> => {
  switch (change.kind) {
    case 'move':
      return applyMove(context, change);
    case 'value':
      return applyPortValue(context, change);
    case 'wires':
      return applyConnections(context, change);
    case 'add':
      return applyAdd(context, change);
    case 'remove':
      return applyRemove(context, change);
    case 'note':
      return applyNote(context, change);
    case 'portState':
      return applyPortState(context, change);
    case 'arrange':
      return applyAutoLayout(context, change);
    case 'extract':
      return applyExtract(context, change);
    case 'inline':
      return applyInline(context, change);
  }
};

const applyMove = async (context: EditContext, { positions }: GraphChangeOf<'move'>): Promise<EditResult> => {
  const { client, graph } = context;
  const targets = positions.map((position) => ({
    ...position,
    nodeId: findNode(context, position.nodeId).id,
  }));
  await runOperations(
    client,
    targets.map(({ nodeId, locationX, locationY }) => ({
      method: 'PUT',
      path: formatGraphPath(graph.id, 'nodes', nodeId),
      body: { locationX, locationY },
    })),
    graph.revision,
  );
  return withNodePositions(graph, targets, targets.length);
};

/** Lets the service arrange the graph's nodes. */
const applyAutoLayout = async (
  { client, graph }: EditContext,
  { arrangement }: GraphChangeOf<'arrange'>,
): Promise<EditResult> => {
  const params = { graphId: graph.id };
  const { by, ...body } = arrangement;
  const request = { params, ifMatch: graph.revision };
  const { positions } =
    by === 'layout'
      ? await client.request('POST /api/graphs/{graphId}/layout', { ...request, body })
      : by === 'tidy'
        ? await client.request('POST /api/graphs/{graphId}/layout/tidy', { ...request, body: {} })
        : await client.request('POST /api/graphs/{graphId}/layout/restore', request);
  return withNodePositions(
    graph,
    Object.entries(positions).map(([nodeId, location]) => ({ nodeId, ...location })),
    1,
  );
};

/** Returns a copy of the graph with the new node positions. Its revision is increased by the number of edits. */
const withNodePositions = (
  graph: GraphDetail,
  positions: readonly NodePosition[],
  edits: number,
): EditResult => {
  const positionsById = new Map(positions.map(({ nodeId, ...location }) => [nodeId, location]));
  const movedNodes = graph.nodes.filter(({ id }) => positionsById.has(id));
  return {
    undoChange: {
      kind: 'move',
      positions: movedNodes.map(({ id, locationX, locationY }) => ({ nodeId: id, locationX, locationY })),
    },
    graph: {
      ...graph,
      revision: graph.revision + edits,
      nodes: graph.nodes.map((node) => ({ ...node, ...positionsById.get(node.id) })),
    },
  };
};

/**
 * Sets an input's value. If the value changes which ports exist, undo also restores the values and connections that
 * were lost.
 */
const applyPortValue = async (
  context: EditContext,
  { port: portRef, value }: GraphChangeOf<'value'>,
): Promise<EditResult> => {
  const { client, graph } = context;
  const port = findPort(context, portRef, 'input');
  const node = findNode(context, portRef.nodeId);
  const response = await client.request('PUT /api/ports/{portId}/value', {
    params: { portId: port.id },
    // while the graph runs, a new value takes effect at once
    ...(graph.state === 'running' && { query: { sync: true } }),
    body: { value },
    ifMatch: graph.revision,
  });
  const { node: updatedNode, removedConnectionIds = [], ...updates } = response;
  const current = updatedNode ?? {
    ...node,
    ports: node.ports.map((existing) => (existing.id === port.id ? { ...existing, ...updates } : existing)),
  };
  const affectsOtherPorts = port.isExpandable || port.isExpandedChild;
  return {
    undoChange: createUndoChange(portRef, port, [
      ...(updatedNode ? listLostValues(node, updatedNode) : []),
      ...(removedConnectionIds.length > 0
        ? [{ kind: 'wires' as const, cut: [], join: toRestorableRefs(graph, removedConnectionIds) }]
        : []),
    ]),
    graph: affectsOtherPorts
      ? undefined
      : {
          ...graph,
          revision: graph.revision + 1,
          nodes: replaceNode(graph, current),
          connections: graph.connections.filter(({ id }) => !removedConnectionIds.includes(id)),
        },
  };
};

const createUndoChange = (
  portRef: PortRef,
  previous: PortRecord,
  followUps: readonly GraphChange[],
): GraphChange | undefined => {
  if (previous.isSensitive || previous.value === undefined) return undefined;
  const inverse: GraphChange = { kind: 'value', port: portRef, value: previous.value };
  return followUps.length === 0 ? inverse : { kind: 'all', changes: [inverse, ...followUps] };
};

/** Returns the changes that restore input values that were lost because their ports no longer exist. */
const listLostValues = (previous: NodeRecord, current: NodeRecord): GraphChange[] =>
  previous.ports.flatMap(({ name, direction, value, isSensitive, isExpandedChild }) => {
    const hasOwnValue =
      value !== undefined && value !== null && value !== '' && !isSensitive && !isExpandedChild;
    const stillExists = current.ports.some((port) => port.name === name && port.direction === 'input');
    return direction === 'input' && hasOwnValue && !stillExists
      ? [{ kind: 'value' as const, port: { nodeId: previous.id, name }, value }]
      : [];
  });

const applyNote = async (
  context: EditContext,
  { nodeId, note }: GraphChangeOf<'note'>,
): Promise<EditResult> => {
  const { client, graph, notes } = context;
  const { id } = findNode(context, nodeId);
  const previous: Readonly<Record<string, unknown>> = { ...notes[id] };
  await client.request('PUT /api/graphs/{graphId}/nodes/{nodeId}/note', {
    params: { graphId: graph.id, nodeId: id },
    body: note,
    ifMatch: graph.revision,
  });
  const inverse: NoteContent = Object.fromEntries(Object.keys(note).map((name) => [name, previous[name]]));
  return { undoChange: { kind: 'note', nodeId, note: inverse } };
};

const portStateRoutes = {
  expanded: ['POST /api/ports/{portId}/collapse', 'POST /api/ports/{portId}/expand'],
  disabled: ['POST /api/ports/{portId}/enable', 'POST /api/ports/{portId}/disable'],
} as const;

const applyPortState = async (
  context: EditContext,
  change: GraphChangeOf<'portState'>,
): Promise<EditResult> => {
  const { client, graph } = context;
  const { nodeId, mark, isSet } = change;
  const port = findPort(context, { nodeId, name: mark.name }, mark.direction);
  const route = portStateRoutes[mark.state][isSet ? 1 : 0];
  await client.request(route, { params: { portId: port.id }, ifMatch: graph.revision });
  return { undoChange: { ...change, isSet: !isSet } };
};
