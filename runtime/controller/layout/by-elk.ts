import elkjs, { type LayoutOptions } from 'elkjs/lib/elk.bundled.js';
import type { Arranger } from './arranger.ts';
import type { Group } from './groups.ts';
import type { Wire } from './request.ts';

/** One for all layouts, since making it takes longer than many of them do; none leaves anything behind in it. */
const elk = new elkjs.default();

const wiresOf = ({ wires }: Group): readonly Wire[] => wires;

interface ElkMode {
  readonly optionsFor: (spacing: string) => LayoutOptions;
  readonly optionsOfStarts?: LayoutOptions;
  /** The wires as the algorithm is to see them; all of them as they are when absent. */
  readonly wiresOf?: (group: Group) => readonly Wire[];
}

/**
 * Arranges by an algorithm of the Eclipse Layout Kernel; its own random numbers are seeded. It tells groups apart by
 * itself, and one call for hundreds of small ones is much faster than hundreds of calls.
 */
const byElk =
  (mode: ElkMode): Arranger =>
  async (groups, spacing) => {
    const gap = String(spacing);
    const { children = [] } = await elk.layout({
      id: 'graph',
      children: groups
        .flatMap(({ nodes }) => nodes)
        .map(({ id, width, height, starts }) => ({
          ...{ id, width, height },
          ...(starts && mode.optionsOfStarts && { layoutOptions: mode.optionsOfStarts }),
        })),
      edges: groups
        .flatMap(mode.wiresOf ?? wiresOf)
        .map(({ from, to }, index) => ({ id: `wire ${index}`, sources: [from], targets: [to] })),
      layoutOptions: {
        'elk.spacing.nodeNode': gap,
        'elk.padding': '[top=0,left=0,bottom=0,right=0]',
        'elk.randomSeed': '1',
        ...mode.optionsFor(gap),
      },
    });
    const placed = new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
    return groups.map(({ nodes }) => nodes.map((node) => ({ ...node, ...placed.get(node.id) })));
  };

/** No wire leads to what stands in the first layer: what brings data to a start is placed as if it came after. */
const awayFromStarts = ({ nodes, wires }: Group): Wire[] => {
  const starts = new Set(nodes.filter((node) => node.starts).map(({ id }) => id));
  return wires.flatMap((wire) => {
    if (!starts.has(wire.to)) return [wire];
    return starts.has(wire.from) ? [] : [{ from: wire.to, to: wire.from }];
  });
};

const layered = (direction: 'RIGHT' | 'DOWN'): Arranger =>
  byElk({
    optionsFor: (spacing) => ({
      'elk.algorithm': 'layered',
      'elk.direction': direction,
      'elk.layered.spacing.nodeNodeBetweenLayers': spacing,
      'elk.spacing.edgeNode': String(Number(spacing) / 2),
    }),
    optionsOfStarts: { 'elk.layered.layering.layerConstraint': 'FIRST' },
    wiresOf: awayFromStarts,
  });

/** Layers from left to right, along the wires; what starts stands in the first. */
export const layeredHorizontal = layered('RIGHT');

/** Layers from top to bottom, in the same way. */
export const layeredVertical = layered('DOWN');

/** A tree with its roots on top; wires that make it none are left out of account. */
export const tree: Arranger = byElk({
  optionsFor: () => ({ 'elk.algorithm': 'mrtree', 'elk.direction': 'DOWN' }),
});
