import { noteCategory } from '../../graphs/graph-types.ts';
import { findNode } from './edit-context.ts';
import { extractFragment } from './graph-fragment.ts';
import { formatGraphPath, runOperations } from './run-operations.ts';
import { formatBuildEnd } from './edit-connections.ts';
import type { Answer } from '#spec/client/index.ts';
import type { GraphChangeOf, GraphFragment, FragmentNode, PortRef, ConnectionRef } from './graph-change.ts';
import type { EditContext, EditResult } from './edit-context.ts';

/** Adds nodes with a build, then applies what a build can't contain: notes, and expanded or disabled ports. */
export const applyAdd = async (
  desk: EditContext,
  { piece, restores }: GraphChangeOf<'add'>,
): Promise<EditResult> => {
  const { client, graph } = desk;
  const [hidden, plain] = splitByHiddenPorts(piece);
  const params = { graphId: graph.id };
  const built = await client.request('POST /api/graphs/{graphId}/build', {
    params,
    body: {
      nodes: piece.nodes.map(({ key, category, locationX, locationY, values }) => ({
        tempId: key,
        category,
        locationX,
        locationY,
        ports: values,
      })),
      connections: plain.map((wire) => resolveEnds(desk, piece, wire)),
    },
    ifMatch: graph.revision,
  });
  const { nodeIds, connections, nodes } = built;
  if (restores) for (const [key, id] of Object.entries(nodeIds)) desk.nodeIds.recordNewId(key, id);
  const dressing = piece.nodes.flatMap((node) =>
    listFollowUpOperations(graph.id, node, nodeIds, nodes ?? []),
  );
  await runOperations(client, dressing);
  if (hidden.length > 0) {
    const wires = hidden.map((wire) => resolveEnds(desk, piece, wire, nodeIds));
    await client.request('POST /api/graphs/{graphId}/build', { params, body: { connections: wires } });
  }
  // the service chooses the style of a new note, so it has to be read
  const isNoted = piece.nodes.some(({ category }) => category === noteCategory);
  const isPlain = dressing.length === 0 && hidden.length === 0 && !isNoted && nodes && connections;
  const brought = Object.values(nodeIds);
  return {
    undoChange: { kind: 'remove', nodeIds: brought },
    nodeIds: brought,
    graph:
      isPlain && built.replacedConnectionIds.length === 0
        ? {
            ...graph,
            revision: graph.revision + 1,
            nodes: [...graph.nodes, ...nodes],
            connections: [...graph.connections, ...connections],
          }
        : undefined,
  };
};

/** Splits connections into those to sub-ports, which exist only once their port is expanded, and all others. */
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
  const touches = ({ from, to }: ConnectionRef): boolean => isHidden(from) || isHidden(to);
  return [wires.filter(touches), wires.filter((wire) => !touches(wire))];
};

/** Returns the ends of a connection as a build expects them: keys of its own nodes, or ids of existing nodes. */
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
  const marking = marks.flatMap(({ name, direction, state }) => {
    const port = ports.find((one) => one.name === name && one.direction === direction);
    return port
      ? [{ method: 'POST', path: `/api/ports/${encodeURIComponent(port.id)}/${portStateActions[state]}` }]
      : [];
  });
  const noting = note
    ? [{ method: 'PUT', path: formatGraphPath(graphId, 'nodes', nodeId, 'note'), body: note }]
    : [];
  return [...marking, ...noting];
};

/** Removes nodes with their connections. */
export const applyRemove = async (
  desk: EditContext,
  { nodeIds }: GraphChangeOf<'remove'>,
): Promise<EditResult> => {
  const { client, graph, notes } = desk;
  const ids = nodeIds.map((nodeId) => findNode(desk, nodeId).id);
  const piece = extractFragment(graph, notes, ids, 'all');
  await runOperations(
    client,
    ids.map((id) => ({ method: 'DELETE', path: formatGraphPath(graph.id, 'nodes', id) })),
    graph.revision,
  );
  const isGone = (id: string): boolean => ids.includes(id);
  return {
    undoChange: { kind: 'add', piece, restores: true },
    graph: {
      ...graph,
      revision: graph.revision + ids.length,
      nodes: graph.nodes.filter(({ id }) => !isGone(id)),
      connections: graph.connections.filter(
        ({ outputNodeId, inputNodeId }) => !isGone(outputNodeId) && !isGone(inputNodeId),
      ),
    },
  };
};
