import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import { createGroupAlgorithm, getEdgeLength } from './layout-algorithm.ts';
import { centerNodeAt } from './box-geometry.ts';
import type { LayoutNode } from './layout-request.ts';

const simulationTicks = 300;
/**
 * The repulsion per unit of edge length. The value is large enough to unfold the spiral in which the simulation starts.
 */
const repulsion = -12;
/** Pulls nodes toward the center, just strongly enough to keep loosely connected nodes from drifting away. */
const gravity = 0.02;

interface SimulatedNode extends SimulationNodeDatum {
  readonly node: LayoutNode;
}

/**
 * Simulates forces: edges pull nodes together, and all nodes repel each other. The results are reproducible, because
 * d3-force uses a fixed random seed.
 */
export const forceLayout = createGroupAlgorithm(({ nodes, edges }, spacing) => {
  const bodies: SimulatedNode[] = nodes.map((node) => ({ node }));
  const links = forceLink<SimulatedNode, SimulationLinkDatum<SimulatedNode>>(
    edges.map(({ from, to }) => ({ source: from, target: to })),
  ).id(({ node }) => node.id);
  const length = getEdgeLength(nodes, spacing);
  forceSimulation(bodies)
    .force('wires', links.distance(length))
    .force('distance', forceManyBody().strength(repulsion * length))
    .force('left and right', forceX().strength(gravity))
    .force('up and down', forceY().strength(gravity))
    .stop()
    .tick(simulationTicks);
  return bodies.map(({ node, x = 0, y = 0 }) => centerNodeAt(node, { x, y }));
});
