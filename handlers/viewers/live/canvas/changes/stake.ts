import { nodeOf } from '../../graphs/graph-facts.ts';
import { pieceOf } from './piece.ts';
import { wiresNamed } from './wires.ts';
import type { NodeFacts, PortFacts, Stand } from '../../graphs/graph-facts.ts';
import type { Change, PortPlace, Wire } from './change.ts';
import type { Names } from './names.ts';

/** What a change is held against. */
interface Held extends Stand {
  readonly names: Names;
}

/**
 * All that a change overwrites or removes, as text. When it is the same in two states of a graph, the change takes from the later one
 * nothing that it would not have taken from the earlier one. Nothing that only a run changes is in it.
 */
export const stakeOf = (held: Held, change: Change): string => JSON.stringify(atStake(held, change) ?? null);

const atStake = (held: Held, change: Change): unknown => {
  const { graph, notes, names } = held;
  const find = (nodeId: string): NodeFacts | undefined => nodeOf(graph, names.now(nodeId));
  switch (change.kind) {
    case 'place':
      return change.places.map(({ nodeId }) => {
        const { locationX, locationY } = find(nodeId) ?? {};
        return [locationX, locationY];
      });
    case 'value': {
      const port = portIn(find(change.port.nodeId), change.port.name, 'input');
      return port && [port.type, port.isSensitive ? port.hasValue : port.value];
    }
    case 'note':
      return Object.keys(change.note).map(
        (key) => (notes[names.now(change.nodeId)] as Readonly<Record<string, unknown>> | undefined)?.[key],
      );
    case 'mark': {
      const { name, direction, state } = change.mark;
      const port = portIn(find(change.nodeId), name, direction);
      return port && (state === 'expanded' ? port.isExpanded : port.isDisabled);
    }
    case 'wires': {
      const ends = [...change.cut, ...change.join].map(({ to }) => endOf(names, to));
      const wires = wiresNamed(
        graph,
        graph.connections.map(({ id }) => id),
      ).map((wire) => firstOf(names, wire));
      return wires
        .filter(({ to }) => ends.includes(to))
        .map(({ from, to }) => `${from} ${to}`)
        .sort();
    }
    case 'remove': {
      const { nodes, wires } = pieceOf(graph, notes, change.nodeIds.map(names.now), 'all');
      return [
        nodes.map((node) => ({ ...node, key: names.first(node.key) })),
        wires.map((wire) => firstOf(names, wire)),
      ];
    }
    case 'all':
      return change.changes.map((part) => atStake(held, part));
    case 'add':
    case 'arrange':
      return null;
  }
};

const portIn = (
  node: NodeFacts | undefined,
  name: string,
  side: PortFacts['direction'],
): PortFacts | undefined => node?.ports.find((port) => port.name === name && port.direction === side);

const endOf = (names: Names, { nodeId, name }: PortPlace): string => `${names.first(nodeId)}/${name}`;

const firstOf = (names: Names, { from, to }: Wire) => ({ from: endOf(names, from), to: endOf(names, to) });
