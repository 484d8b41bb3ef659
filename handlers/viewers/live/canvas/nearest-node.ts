import type { GraphDetail } from '../graphs/graph-types.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The weight of sideways distance relative to distance straight ahead. */
const sidewaysWeight = 2;

/** Returns the nearest node in a direction, or the first node if there is no node to start from. */
export const findNearestNode = (
  { nodes }: GraphDetail,
  nodeId: string | undefined,
  direction: Direction,
): string | undefined => {
  const from = nodes.find(({ id }) => id === nodeId);
  if (!from) return nodes[0]?.id;
  let nearest: { readonly id: string; readonly distance: number } | undefined;
  for (const { id, locationX, locationY } of nodes) {
    const right = locationX - from.locationX;
    const down = locationY - from.locationY;
    const distances: Readonly<Record<Direction, readonly [forward: number, sideways: number]>> = {
      right: [right, down],
      left: [-right, down],
      down: [down, right],
      up: [-down, right],
    };
    const [forward, sideways] = distances[direction];
    const distance = forward + sidewaysWeight * Math.abs(sideways);
    if (forward > 0 && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { id, distance };
  }
  return nearest?.id;
};
