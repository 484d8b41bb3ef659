import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';

/** The modes in which a graph can be arranged (C-26). */
export const layoutModes = [
  'layered-horizontal',
  'layered-vertical',
  'tree',
  'radial',
  'force',
  'stress',
  'compact',
] as const;

export type LayoutMode = (typeof layoutModes)[number];

/** The operations that save node positions so that they can be restored later. */
export const savedPositionModes = [...layoutModes, 'tidy'] as const;

export type SavedPositionMode = (typeof savedPositionModes)[number];

/** Default ratio of width to height for the area into which the layout packs groups of nodes. */
export const defaultAspectRatio = 1.6;

/** Width divided by height. Beyond these bounds, the layout would be a single row or column anyway. */
export const AspectRatio = z.number().min(0.1).max(10);

/** Maximum number of nodes that one call can name. A call that names no nodes arranges all of them, without a limit. */
const maxNodeIds = 20_000;

const Location = z.object({ locationX: z.number(), locationY: z.number() });

const Bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** The changes that a layout made to the graph, or would make. */
const LayoutResult = z
  .object({
    mode: markChoice('C-26', z.enum(savedPositionModes)),
    moved: markChoice('C-26', z.int()),
    positions: markChoice('C-26', z.record(z.string(), Location)),
    bounds: markChoice('C-26', Bounds.describe('Bounding box of the arranged nodes')),
    boundsBefore: markChoice('C-26', Bounds.describe('Bounding box of the same nodes before the layout')),
    saved: markChoice('C-26', z.boolean()),
  })
  .meta({ id: 'Arrangement' });

const AspectRatioRecord = z
  .object({ aspectRatio: markChoice('C-26', AspectRatio) })
  .meta({ id: 'AspectRatio' });

export const layoutOperations = {
  layoutGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/layout',
    area: 'layout',
    summary: 'Arrange the nodes of a graph in one of 7 modes',
    description:
      'Saves the previous positions for a restore. `spacing` is the gap between nodes in canvas units. `nodeIds` limits the layout to some nodes. `dryRun` returns the layout without changing anything. Layered modes put nodes that start by themselves, such as Start and OnCustomEvent, in the first layer.',
    body: markChoice(
      'C-26',
      z
        .object({
          mode: z.enum(layoutModes).default('layered-horizontal'),
          spacing: z.int().min(8).max(1000).default(60),
          nodeIds: z.array(z.string()).min(1).max(maxNodeIds).optional(),
          dryRun: z.boolean().default(false),
        })
        .prefault({}),
    ),
    sync: true,
    returns: { 200: LayoutResult },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND', 'LAYOUT_FAILED'],
  }),
  tidyGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/layout/tidy',
    area: 'layout',
    summary: 'Snap the nodes to a grid, and align those that nearly share a row or a column',
    description: 'Saves the previous positions for a restore.',
    body: markChoice(
      'C-26',
      z
        .object({ gridSize: z.int().min(1).max(1000).default(20), align: z.boolean().default(true) })
        .prefault({}),
    ),
    sync: true,
    returns: { 200: LayoutResult },
    errors: ['GRAPH_NOT_FOUND', 'LAYOUT_FAILED'],
  }),
  restoreLayout: defineOperation({
    route: 'POST /api/graphs/{graphId}/layout/restore',
    area: 'layout',
    summary: 'Restore the positions of the nodes from before the layout',
    description: 'Deletes the saved positions. Nodes created since then do not move.',
    sync: true,
    returns: { 200: LayoutResult },
    errors: ['GRAPH_NOT_FOUND', 'NO_SAVED_LAYOUT'],
  }),
  getSavedLayout: defineOperation({
    route: 'GET /api/graphs/{graphId}/layout/saved',
    area: 'layout',
    summary: 'Whether positions from before a layout are saved',
    description:
      'A restore moves the nodes back to these positions. `mode` is the operation that saved them.',
    returns: {
      200: z.object({
        saved: markChoice('C-26', z.boolean()),
        savedAt: markChoice('C-26', z.iso.datetime().nullable()),
        mode: markChoice('C-26', z.enum(savedPositionModes).nullable()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  getAspectRatio: defineOperation({
    route: 'GET /api/graphs/{graphId}/layout/aspect-ratio',
    area: 'layout',
    summary: 'Get the aspect ratio that layouts of the graph aim for',
    description: 'Width divided by height. The default is 1.6.',
    returns: { 200: AspectRatioRecord },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  setAspectRatio: defineOperation({
    route: 'PUT /api/graphs/{graphId}/layout/aspect-ratio',
    area: 'layout',
    summary: 'Set the aspect ratio that layouts of the graph aim for',
    description: 'Applies to later layouts. No nodes move now.',
    body: z.object({ aspectRatio: markChoice('C-26', AspectRatio) }),
    sync: true,
    returns: { 200: AspectRatioRecord },
    errors: ['GRAPH_NOT_FOUND'],
  }),
} as const;
