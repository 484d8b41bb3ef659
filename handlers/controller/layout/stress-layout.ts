// biome-ignore-all lint/style/noNonNullAssertion: indices come from the indexed arrays
import {
  type ConnectedGroup,
  createGroupAlgorithm,
  createNeighborLookup,
  getEdgeLength,
} from './layout-algorithm.ts';
import { centerNodeAt } from './box-geometry.ts';

const maxRounds = 80;
/** Stops early when a round moves the nodes by less than this fraction of an edge length on average. */
const minMoveFraction = 5e-3;
/** Successive points on a spiral that are separated by this angle never line up. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** Counts the edges on the shortest path between every pair of nodes. The result is stored row by row. */
const computeHopCounts = (group: ConnectedGroup): Uint16Array => {
  const { nodes } = group;
  const indexById = new Map(nodes.map(({ id }, index) => [id, index]));
  const listNeighbors = createNeighborLookup(group, { along: true, against: true });
  const neighbors = nodes.map(({ id }) => listNeighbors(id).map((other) => indexById.get(other)!));
  const hopCounts = new Uint16Array(nodes.length * nodes.length);
  for (let start = 0; start < nodes.length; start += 1) {
    const row = hopCounts.subarray(start * nodes.length, (start + 1) * nodes.length);
    const queue = [start];
    for (const current of queue) {
      for (const next of neighbors[current]!) {
        if (next === start || row[next] !== 0) continue;
        row[next] = row[current]! + 1;
        queue.push(next);
      }
    }
  }
  return hopCounts;
};

/**
 * Makes distances on the canvas proportional to the number of edges between nodes, using stress majorization. Each node
 * in turn moves to the weighted mean of the positions that the other nodes demand. Nearby nodes have more weight.
 */
export const stressLayout = createGroupAlgorithm((group, spacing) => {
  const { nodes } = group;
  const count = nodes.length;
  const hopCounts = computeHopCounts(group);
  const length = getEdgeLength(nodes, spacing);
  const spiral = nodes.map((_, i) => ({ radius: length * Math.sqrt(i / 2), angle: i * goldenAngle }));
  const xs = Float64Array.from(spiral, ({ radius, angle }) => radius * Math.cos(angle));
  const ys = Float64Array.from(spiral, ({ radius, angle }) => radius * Math.sin(angle));

  /**
   * Moves one node.
   * @returns the distance that the node has moved
   */
  const moveNode = (i: number): number => {
    let [sumX, sumY, weights] = [0, 0, 0];
    for (let j = 0; j < count; j += 1) {
      if (j === i) continue;
      const hopCount = hopCounts[i * count + j]!;
      const [dx, dy] = [xs[i]! - xs[j]!, ys[i]! - ys[j]!];
      const weight = 1 / (hopCount * hopCount);
      const scale = (hopCount * length) / (Math.sqrt(dx * dx + dy * dy) || 1);
      sumX += weight * (xs[j]! + dx * scale);
      sumY += weight * (ys[j]! + dy * scale);
      weights += weight;
    }
    const [x, y] = [sumX / weights, sumY / weights];
    const distance = Math.hypot(x - xs[i]!, y - ys[i]!);
    [xs[i], ys[i]] = [x, y];
    return distance;
  };

  for (let round = 0; round < maxRounds; round += 1) {
    let distance = 0;
    for (let i = 0; i < count; i += 1) distance += moveNode(i);
    if (distance < minMoveFraction * length * count) break;
  }
  return nodes.map((node, i) => centerNodeAt(node, { x: xs[i]!, y: ys[i]! }));
});
