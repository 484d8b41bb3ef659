import { findNode, findPort, replaceNode } from './desk.ts';
import { wiresNamed } from './wires.ts';
import type { NodeFacts, PortFacts } from '../../graphs/graph-facts.ts';
import type { Change, ChangeOf, NoteLook, PortPlace } from './change.ts';
import type { Desk, Made } from './desk.ts';

/** Writes the value of an input. One that changes which ports there are takes values and wires with it, which come back with it too. */
export const makeValue = async (desk: Desk, { port: place, value }: ChangeOf<'value'>): Promise<Made> => {
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
    inverse: inverseOf(place, port, [
      ...(reshaped ? lostValues(node, reshaped) : []),
      ...(removedConnectionIds.length > 0
        ? [{ kind: 'wires' as const, cut: [], join: wiresNamed(graph, removedConnectionIds) }]
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

const inverseOf = (place: PortPlace, before: PortFacts, rest: readonly Change[]): Change | undefined => {
  if (before.isSensitive || before.value === undefined) return undefined;
  const back: Change = { kind: 'value', port: place, value: before.value };
  return rest.length === 0 ? back : { kind: 'all', changes: [back, ...rest] };
};

/** What the inputs held that went with the ports of a node. */
const lostValues = (before: NodeFacts, now: NodeFacts): Change[] =>
  before.ports.flatMap(({ name, direction, value, isSensitive, isExpandedChild }) => {
    const isHeld = value !== undefined && value !== null && value !== '' && !isSensitive && !isExpandedChild;
    const isKept = now.ports.some((port) => port.name === name && port.direction === 'input');
    return direction === 'input' && isHeld && !isKept
      ? [{ kind: 'value' as const, port: { nodeId: before.id, name }, value }]
      : [];
  });

/** Changes what a note says, or how. */
export const makeNote = async (desk: Desk, { nodeId, note }: ChangeOf<'note'>): Promise<Made> => {
  const { client, graph, notes } = desk;
  const { id } = findNode(desk, nodeId);
  const before: Readonly<Record<string, unknown>> = { ...notes[id] };
  await client.request('PUT /api/graphs/{graphId}/nodes/{nodeId}/note', {
    params: { graphId: graph.id, nodeId: id },
    body: note,
    ifMatch: graph.revision,
  });
  const back: NoteLook = Object.fromEntries(Object.keys(note).map((name) => [name, before[name]]));
  return { inverse: { kind: 'note', nodeId, note: back } };
};

const markRoutes = {
  expanded: ['POST /api/ports/{portId}/collapse', 'POST /api/ports/{portId}/expand'],
  disabled: ['POST /api/ports/{portId}/enable', 'POST /api/ports/{portId}/disable'],
} as const;

/** Expands or collapses a port, or disables or enables it. */
export const makeMark = async (desk: Desk, change: ChangeOf<'mark'>): Promise<Made> => {
  const { client, graph } = desk;
  const { nodeId, mark, isSet } = change;
  const port = findPort(desk, { nodeId, name: mark.name }, mark.direction);
  const route = markRoutes[mark.state][isSet ? 1 : 0];
  await client.request(route, { params: { portId: port.id }, ifMatch: graph.revision });
  return { inverse: { ...change, isSet: !isSet } };
};
