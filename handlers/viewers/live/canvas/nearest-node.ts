import type { GraphDetail } from '../graphs/graph-types.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Penalty for sideways distance relative to distance straight ahead. */
const sidewaysWeight = 2;

/** Finds the nearest node in a direction; the first node if there is none to start from. */
export const findNearestNode = (
  { nodes }: GraphDetail,
  nodeId: string | undefined,
  way: Direction,
): string | undefined => {
  const from = nodes.find(({ id }) => id === nodeId);
  if (!from) return nodes[0]?.id;
  let best: { readonly id: string; readonly distance: number } | undefined;
  for (const { id, locationX, locationY } of nodes) {
    const right = locationX - from.locationX;
    const down = locationY - from.locationY;
    const [ahead, aside] = {
      right: [right, down],
      left: [-right, down],
      down: [down, right],
      up: [-down, right],
    }[way] as [number, number];
    const distance = ahead + sidewaysWeight * Math.abs(aside);
    if (ahead > 0 && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { id, distance };
  }
  return best?.id;
};
