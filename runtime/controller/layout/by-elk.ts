import elkjs, { type LayoutOptions } from 'elkjs/lib/elk.bundled.js';
import type { Arranger } from './arranger.ts';

/** One for all layouts, since making it takes longer than many of them do; none leaves anything behind in it. */
const elk = new elkjs.default();

/**
 * Arranges by an algorithm of the Eclipse Layout Kernel; its own random numbers are seeded. It tells groups apart by
 * itself, and one call for hundreds of small ones is much faster than hundreds of calls.
 */
const byElk =
  (optionsFor: (spacing: string) => LayoutOptions): Arranger =>
  async (groups, spacing) => {
    const gap = String(spacing);
    const { children = [] } = await elk.layout({
      id: 'graph',
      children: groups.flatMap(({ nodes }) => nodes).map(({ id, width, height }) => ({ id, width, height })),
      edges: groups
        .flatMap(({ wires }) => wires)
        .map(({ from, to }, index) => ({ id: `wire ${index}`, sources: [from], targets: [to] })),
      layoutOptions: {
        'elk.spacing.nodeNode': gap,
        'elk.padding': '[top=0,left=0,bottom=0,right=0]',
        'elk.randomSeed': '1',
        ...optionsFor(gap),
      },
    });
    const placed = new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
    return groups.map(({ nodes }) => nodes.map((node) => ({ ...node, ...placed.get(node.id) })));
  };

const layered = (direction: 'RIGHT' | 'DOWN'): Arranger =>
  byElk((spacing) => ({
    'elk.algorithm': 'layered',
    'elk.direction': direction,
    'elk.layered.spacing.nodeNodeBetweenLayers': spacing,
    'elk.spacing.edgeNode': String(Number(spacing) / 2),
  }));

/** Layers from left to right, along the wires. */
export const layeredHorizontal = layered('RIGHT');

/** Layers from top to bottom, along the wires. */
export const layeredVertical = layered('DOWN');

/** A tree with its roots on top; wires that make it none are left out of account. */
export const tree: Arranger = byElk(() => ({ 'elk.algorithm': 'mrtree', 'elk.direction': 'DOWN' }));
