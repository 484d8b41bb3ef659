import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import { oneByOne } from './arranger.ts';
import { centredAt, diagonalOf, meanOf } from './geometry.ts';
import type { LayoutNode } from './request.ts';

const ticks = 300;
/** For each unit of a wire's length: strong enough to unfold what starts out as a spiral. */
const repulsion = -12;
/** Towards the middle; just enough that loose ends do not drift away. */
const gravity = 0.02;

interface Body extends SimulationNodeDatum {
  readonly node: LayoutNode;
}

/** Wires pull, nodes push each other away. The simulation draws from a source of its own, whose seed is fixed. */
export const force = oneByOne(({ nodes, wires }, spacing) => {
  const bodies: Body[] = nodes.map((node) => ({ node }));
  const bodyOf = new Map(bodies.map((body) => [body.node.id, body]));
  // biome-ignore lint/style/noNonNullAssertion: wires lead between the nodes of their group
  const links = wires.map(({ from, to }) => ({ source: bodyOf.get(from)!, target: bodyOf.get(to)! }));
  const length = spacing + meanOf(nodes.map(diagonalOf));
  forceSimulation(bodies)
    .force('wires', forceLink(links).distance(length))
    .force('distance', forceManyBody().strength(repulsion * length))
    .force('left and right', forceX().strength(gravity))
    .force('up and down', forceY().strength(gravity))
    .stop()
    .tick(ticks);
  return bodies.map(({ node, x = 0, y = 0 }) => centredAt(node, { x, y }));
});
