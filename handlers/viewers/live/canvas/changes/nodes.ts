import { noteCategory } from '../../graphs/graph-facts.ts';
import { findNode } from './desk.ts';
import { pieceOf } from './piece.ts';
import { pathIn, runAll } from './run-all.ts';
import { endOf } from './wires.ts';
import type { Answer } from '#spec/client/index.ts';
import type { ChangeOf, Piece, PieceNode, PortPlace, Wire } from './change.ts';
import type { Desk, Made } from './desk.ts';

/** Adds nodes as a build, then all that a build does not take: notes, and ports that are expanded or disabled. */
export const makeAdd = async (desk: Desk, { piece, restores }: ChangeOf<'add'>): Promise<Made> => {
  const { client, graph } = desk;
  const [hidden, plain] = splitByHidden(piece);
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
      connections: plain.map((wire) => endsOf(desk, piece, wire)),
    },
    ifMatch: graph.revision,
  });
  const { nodeIds, connections, nodes } = built;
  if (restores) for (const [key, id] of Object.entries(nodeIds)) desk.names.renamed(key, id);
  const dressing = piece.nodes.flatMap((node) => dressingOf(graph.id, node, nodeIds, nodes ?? []));
  await runAll(client, dressing);
  if (hidden.length > 0) {
    const wires = hidden.map((wire) => endsOf(desk, piece, wire, nodeIds));
    await client.request('POST /api/graphs/{graphId}/build', { params, body: { connections: wires } });
  }
  // what a new note looks like, it has to be asked
  const isNoted = piece.nodes.some(({ category }) => category === noteCategory);
  const isPlain = dressing.length === 0 && hidden.length === 0 && !isNoted && nodes && connections;
  const brought = Object.values(nodeIds);
  return {
    inverse: { kind: 'remove', nodeIds: brought },
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

/** Wires to sub-ports, which only are there once their port is expanded, and all others. */
const splitByHidden = ({ nodes, wires }: Piece): [Wire[], Wire[]] => {
  const expanded = new Set(
    nodes.flatMap(({ key, marks }) =>
      marks.filter(({ state }) => state === 'expanded').map(({ name }) => endOf({ nodeId: key, name })),
    ),
  );
  const isHidden = (end: PortPlace): boolean =>
    expanded.has(endOf({ ...end, name: end.name.replace(/\.[^.]*$/, '') }));
  const touches = ({ from, to }: Wire): boolean => isHidden(from) || isHidden(to);
  return [wires.filter(touches), wires.filter((wire) => !touches(wire))];
};

/** The ends of a wire as a build takes them: keys of what it brings, or ids of nodes. */
const endsOf = (
  { names }: Desk,
  { nodes }: Piece,
  { from, to }: Wire,
  ids: Readonly<Record<string, string>> = {},
): { from: string; to: string } => {
  const isNew = ({ nodeId }: PortPlace): boolean => nodes.some(({ key }) => key === nodeId);
  const named = (end: PortPlace): string =>
    endOf({ ...end, nodeId: isNew(end) ? (ids[end.nodeId] ?? end.nodeId) : names.now(end.nodeId) });
  return { from: named(from), to: named(to) };
};

const verbs = { expanded: 'expand', disabled: 'disable' } as const;

type Built = NonNullable<Answer<'POST /api/graphs/{graphId}/build'>['nodes']>;

const dressingOf = (
  graphId: string,
  { key, marks, note }: PieceNode,
  nodeIds: Readonly<Record<string, string>>,
  built: Built,
) => {
  const nodeId = nodeIds[key] ?? '';
  const ports = built.find(({ id }) => id === nodeId)?.ports ?? [];
  const marking = marks.flatMap(({ name, direction, state }) => {
    const port = ports.find((one) => one.name === name && one.direction === direction);
    return port
      ? [{ method: 'POST', path: `/api/ports/${encodeURIComponent(port.id)}/${verbs[state]}` }]
      : [];
  });
  const noting = note ? [{ method: 'PUT', path: pathIn(graphId, 'nodes', nodeId, 'note'), body: note }] : [];
  return [...marking, ...noting];
};

/** Removes nodes with their wires. */
export const makeRemove = async (desk: Desk, { nodeIds }: ChangeOf<'remove'>): Promise<Made> => {
  const { client, graph, notes } = desk;
  const ids = nodeIds.map((nodeId) => findNode(desk, nodeId).id);
  const piece = pieceOf(graph, notes, ids, 'all');
  await runAll(
    client,
    ids.map((id) => ({ method: 'DELETE', path: pathIn(graph.id, 'nodes', id) })),
    graph.revision,
  );
  const isGone = (id: string): boolean => ids.includes(id);
  return {
    inverse: { kind: 'add', piece, restores: true },
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
