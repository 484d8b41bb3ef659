import { noteCategory } from '../../graphs/graph-types.ts';
import {
  type EditContext,
  type EditResult,
  findNode,
  formatGraphPath,
  runOperations,
} from './edit-context.ts';
import { extractFragment } from './graph-fragment.ts';
import { formatBuildEnd, toRestorableRefs } from './edit-connections.ts';
import type { Answer } from '#spec/client/index.ts';
import type {
  ConnectionRef,
  FragmentNode,
  GraphChange,
  GraphChangeOf,
  GraphFragment,
  PortRef,
} from './graph-change.ts';

/** Adds nodes with a build, and then applies what a build can't contain: notes, and expanded or disabled ports. */
export const applyAdd = async (
  context: EditContext,
  { fragment, keepsNodeIds }: GraphChangeOf<'add'>,
): Promise<EditResult> => {
  const { client, graph } = context;
  const [hidden, visible] = splitByHiddenPorts(fragment);
  const params = { graphId: graph.id };
  const built = await client.request('POST /api/graphs/{graphId}/build', {
    params,
    body: {
      nodes: fragment.nodes.map(({ key, category, locationX, locationY, values }) => ({
        tempId: key,
        category,
        locationX,
        locationY,
        ports: values,
      })),
      connections: visible.map((connection) => resolveEnds(context, fragment, connection)),
    },
    ifMatch: graph.revision,
  });
  const { nodeIds, connections, nodes } = built;
  if (keepsNodeIds) for (const [key, id] of Object.entries(nodeIds)) context.nodeIds.recordNewId(key, id);
  const followUps = fragment.nodes.flatMap((node) =>
    listFollowUpOperations(graph.id, node, nodeIds, nodes ?? []),
  );
  await runOperations(client, followUps);
  if (hidden.length > 0) {
    const hiddenConnections = hidden.map((connection) => resolveEnds(context, fragment, connection, nodeIds));
    await client.request('POST /api/graphs/{graphId}/build', {
      params,
      body: { connections: hiddenConnections },
    });
  }
  // the service chooses a new note's style, so the note has to be read
  const hasNote = fragment.nodes.some(({ category }) => category === noteCategory);
  const isResponseComplete =
    followUps.length === 0 && hidden.length === 0 && !hasNote && nodes && connections;
  const addedIds = Object.values(nodeIds);
  const removal: GraphChange = { kind: 'remove', nodeIds: addedIds };
  const replaced = toRestorableRefs(graph, built.replacedConnectionIds);
  return {
    undoChange:
      replaced.length === 0
        ? removal
        : { kind: 'all', changes: [removal, { kind: 'wires', cut: [], join: replaced }] },
    nodeIds: addedIds,
    graph:
      isResponseComplete && built.replacedConnectionIds.length === 0
        ? {
            ...graph,
            revision: graph.revision + 1,
            nodes: [...graph.nodes, ...nodes],
            connections: [...graph.connections, ...connections],
          }
        : undefined,
  };
};

/**
 * Splits connections into two lists: those to sub-ports, which exist only after their port has been expanded, and all
 * others.
 */
const splitByHiddenPorts = ({ nodes, wires }: GraphFragment): [ConnectionRef[], ConnectionRef[]] => {
  const expanded = new Set(
    nodes.flatMap(({ key, marks }) =>
      marks
        .filter(({ state }) => state === 'expanded')
        .map(({ name }) => formatBuildEnd({ nodeId: key, name })),
    ),
  );
  const isHidden = (end: PortRef): boolean =>
    expanded.has(formatBuildEnd({ ...end, name: end.name.replace(/\.[^.]*$/, '') }));
  const usesHiddenPort = ({ from, to }: ConnectionRef): boolean => isHidden(from) || isHidden(to);
  return [wires.filter(usesHiddenPort), wires.filter((connection) => !usesHiddenPort(connection))];
};

/**
 * Returns a connection's ends in the form that a build expects: with the keys of the build's own nodes, or the ids of
 * existing nodes.
 */
const resolveEnds = (
  { nodeIds }: EditContext,
  { nodes }: GraphFragment,
  { from, to }: ConnectionRef,
  ids: Readonly<Record<string, string>> = {},
): { from: string; to: string } => {
  const isNew = ({ nodeId }: PortRef): boolean => nodes.some(({ key }) => key === nodeId);
  const named = (end: PortRef): string =>
    formatBuildEnd({
      ...end,
      nodeId: isNew(end) ? (ids[end.nodeId] ?? end.nodeId) : nodeIds.getCurrentId(end.nodeId),
    });
  return { from: named(from), to: named(to) };
};

const portStateActions = { expanded: 'expand', disabled: 'disable' } as const;

type BuildResponse = NonNullable<Answer<'POST /api/graphs/{graphId}/build'>['nodes']>;

const listFollowUpOperations = (
  graphId: string,
  { key, marks, note }: FragmentNode,
  nodeIds: Readonly<Record<string, string>>,
  built: BuildResponse,
) => {
  const nodeId = nodeIds[key] ?? '';
  const ports = built.find(({ id }) => id === nodeId)?.ports ?? [];
  const stateOperations = marks.flatMap(({ name, direction, state }) => {
    const port = ports.find((candidate) => candidate.name === name && candidate.direction === direction);
    return port
      ? [{ method: 'POST', path: `/api/ports/${encodeURIComponent(port.id)}/${portStateActions[state]}` }]
      : [];
  });
  const noteOperations = note
    ? [{ method: 'PUT', path: formatGraphPath(graphId, 'nodes', nodeId, 'note'), body: note }]
    : [];
  return [...stateOperations, ...noteOperations];
};

export const applyRemove = async (
  context: EditContext,
  { nodeIds }: GraphChangeOf<'remove'>,
): Promise<EditResult> => {
  const { client, graph, notes } = context;
  const ids = nodeIds.map((nodeId) => findNode(context, nodeId).id);
  const fragment = extractFragment(graph, notes, ids, 'all');
  await runOperations(
    client,
    ids.map((id) => ({ method: 'DELETE', path: formatGraphPath(graph.id, 'nodes', id) })),
    graph.revision,
  );
  const isRemoved = (id: string): boolean => ids.includes(id);
  return {
    undoChange: { kind: 'add', fragment, keepsNodeIds: true },
    graph: {
      ...graph,
      revision: graph.revision + ids.length,
      nodes: graph.nodes.filter(({ id }) => !isRemoved(id)),
      connections: graph.connections.filter(
        ({ outputNodeId, inputNodeId }) => !isRemoved(outputNodeId) && !isRemoved(inputNodeId),
      ),
    },
  };
};
