import elkjs, { type LayoutOptions } from 'elkjs/lib/elk.bundled.js';
import type { ConnectedGroup, LayoutAlgorithm } from './layout-algorithm.ts';
import type { LayoutEdge } from './layout-request.ts';

/**
 * All layouts share this instance, because creating one takes longer than many layouts. The instance keeps no state
 * between layouts.
 */
const elk = new elkjs.default();

interface ElkAlgorithmOptions {
  readonly createOptions: (spacing: string) => LayoutOptions;
  readonly startNodeOptions?: LayoutOptions;
  /** Changes the edges that are passed to the algorithm. By default, all edges are passed unchanged. */
  readonly selectEdges?: (group: ConnectedGroup) => readonly LayoutEdge[];
}

/**
 * Creates an algorithm that uses the Eclipse Layout Kernel (ELK) with a fixed random seed. ELK itself separates
 * connected groups, because one call for hundreds of small groups is much faster than hundreds of calls.
 */
const createElkAlgorithm =
  ({
    createOptions,
    startNodeOptions,
    selectEdges = ({ edges }) => edges,
  }: ElkAlgorithmOptions): LayoutAlgorithm =>
  async (groups, spacing) => {
    const gap = String(spacing);
    const { children = [] } = await elk.layout({
      id: 'graph',
      children: groups
        .flatMap(({ nodes }) => nodes)
        .map(({ id, width, height, isStart }) => ({
          ...{ id, width, height },
          ...(isStart && startNodeOptions && { layoutOptions: startNodeOptions }),
        })),
      edges: groups
        .flatMap(selectEdges)
        .map(({ from, to }, index) => ({ id: `wire ${index}`, sources: [from], targets: [to] })),
      layoutOptions: {
        'elk.spacing.nodeNode': gap,
        'elk.padding': '[top=0,left=0,bottom=0,right=0]',
        'elk.randomSeed': '1',
        ...createOptions(gap),
      },
    });
    const positions = new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
    return groups.map(({ nodes }) => nodes.map((node) => ({ ...node, ...positions.get(node.id) })));
  };

/**
 * Reverses the edges that lead to start nodes, because a node in the first layer can't have incoming edges. Nodes that
 * feed data to a start node are then placed after it.
 */
const reverseEdgesIntoStarts = ({ nodes, edges }: ConnectedGroup): LayoutEdge[] => {
  const starts = new Set(nodes.filter((node) => node.isStart).map(({ id }) => id));
  return edges.flatMap((edge) => {
    if (!starts.has(edge.to)) return [edge];
    return starts.has(edge.from) ? [] : [{ from: edge.to, to: edge.from }];
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

/** Arranges nodes in layers from left to right, with the start nodes in the first layer. */
export const layeredHorizontalLayout = createLayeredAlgorithm('RIGHT');

/** Arranges nodes in layers from top to bottom, with the start nodes in the first layer. */
export const layeredVerticalLayout = createLayeredAlgorithm('DOWN');

/** Arranges nodes as a tree with its roots at the top. Edges that don't fit into a tree are ignored. */
export const treeLayout: LayoutAlgorithm = createElkAlgorithm({
  createOptions: () => ({ 'elk.algorithm': 'mrtree', 'elk.direction': 'DOWN' }),
});
