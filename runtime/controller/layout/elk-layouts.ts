import elkjs, { type LayoutOptions } from 'elkjs/lib/elk.bundled.js';
import type { LayoutAlgorithm } from './layout-algorithm.ts';
import type { ConnectedGroup } from './connected-groups.ts';
import type { LayoutEdge } from './layout-request.ts';

/** One for all layouts, since making it takes longer than many of them do; none leaves anything behind in it. */
const elk = new elkjs.default();

const getEdges = ({ edges }: ConnectedGroup): readonly LayoutEdge[] => edges;

interface ElkAlgorithmOptions {
  readonly createOptions: (spacing: string) => LayoutOptions;
  readonly startNodeOptions?: LayoutOptions;
  /** The wires as the algorithm is to see them; all of them as they are when absent. */
  readonly selectEdges?: (group: ConnectedGroup) => readonly LayoutEdge[];
}

/**
 * Arranges by an algorithm of the Eclipse Layout Kernel; its own random numbers are seeded. It tells groups apart by
 * itself, and one call for hundreds of small ones is much faster than hundreds of calls.
 */
const createElkAlgorithm =
  (mode: ElkAlgorithmOptions): LayoutAlgorithm =>
  async (groups, spacing) => {
    const gap = String(spacing);
    const { children = [] } = await elk.layout({
      id: 'graph',
      children: groups
        .flatMap(({ nodes }) => nodes)
        .map(({ id, width, height, isStart }) => ({
          ...{ id, width, height },
          ...(isStart && mode.startNodeOptions && { layoutOptions: mode.startNodeOptions }),
        })),
      edges: groups
        .flatMap(mode.selectEdges ?? getEdges)
        .map(({ from, to }, index) => ({ id: `wire ${index}`, sources: [from], targets: [to] })),
      layoutOptions: {
        'elk.spacing.nodeNode': gap,
        'elk.padding': '[top=0,left=0,bottom=0,right=0]',
        'elk.randomSeed': '1',
        ...mode.createOptions(gap),
      },
    });
    const placed = new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
    return groups.map(({ nodes }) => nodes.map((node) => ({ ...node, ...placed.get(node.id) })));
  };

/** No wire leads to what stands in the first layer: what brings data to a start is placed as if it came after. */
const reverseEdgesIntoStarts = ({ nodes, edges }: ConnectedGroup): LayoutEdge[] => {
  const starts = new Set(nodes.filter((node) => node.isStart).map(({ id }) => id));
  return edges.flatMap((wire) => {
    if (!starts.has(wire.to)) return [wire];
    return starts.has(wire.from) ? [] : [{ from: wire.to, to: wire.from }];
  });
};

const createLayeredAlgorithm = (direction: 'RIGHT' | 'DOWN'): LayoutAlgorithm =>
  createElkAlgorithm({
    createOptions: (spacing) => ({
      'elk.algorithm': 'layered',
      'elk.direction': direction,
      'elk.layered.spacing.nodeNodeBetweenLayers': spacing,
      'elk.spacing.edgeNode': String(Number(spacing) / 2),
    }),
    startNodeOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' },
    selectEdges: reverseEdgesIntoStarts,
  });

/** Layers from left to right, along the wires; what starts stands in the first. */
export const layeredHorizontalLayout = createLayeredAlgorithm('RIGHT');

/** Layers from top to bottom, in the same way. */
export const layeredVerticalLayout = createLayeredAlgorithm('DOWN');

/** A tree with its roots on top; wires that make it none are left out of account. */
export const treeLayout: LayoutAlgorithm = createElkAlgorithm({
  createOptions: () => ({ 'elk.algorithm': 'mrtree', 'elk.direction': 'DOWN' }),
});
