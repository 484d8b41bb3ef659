import type { GraphDetail, NodeRecord, PortRecord } from '../../graphs/graph-types.ts';

/**
 * Returns all ports in a graph, starting with the ports of the nearest nodes. The ports of the node itself come last,
 * because a connection from a node to itself is rarely wanted.
 */
export const sortPortsByDistance = (
  { nodes }: Pick<GraphDetail, 'nodes'>,
  fromId: string,
): readonly PortRecord[] => {
  const from = nodes.find(({ ports }) => ports.some(({ id }) => id === fromId));
  const getDistance = (node: NodeRecord): number =>
    node === from
      ? Number.POSITIVE_INFINITY
      : Math.hypot(node.locationX - (from?.locationX ?? 0), node.locationY - (from?.locationY ?? 0));
  return [...nodes].sort((a, b) => getDistance(a) - getDistance(b)).flatMap(({ ports }) => ports);
};
