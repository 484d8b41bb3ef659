import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';

/** The ways to arrange a graph (register: C-26). */
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

/** What saved the positions that a restore brings back. */
export const savedPositionModes = [...layoutModes, 'tidy'] as const;

export type SavedPositionMode = (typeof savedPositionModes)[number];

/** Width by height that groups of nodes are packed towards, until a graph is given another. */
export const defaultAspectRatio = 1.6;

/** Width by height; beyond these bounds everything would stand in one row or one column anyway. */
export const AspectRatio = z.number().min(0.1).max(10);

/** Nodes that one call names at most; without names it arranges all nodes, however many they are. */
const maxNodeIds = 20_000;

const Location = z.object({ locationX: z.number(), locationY: z.number() });

const Bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** What an arrangement did to the graph, or would do. */
const LayoutResult = z
  .object({
    mode: markChoice('C-26', z.enum(savedPositionModes)),
    moved: markChoice('C-26', z.int()),
    positions: markChoice('C-26', z.record(z.string(), Location)),
    bounds: markChoice('C-26', Bounds.describe('The box around the nodes that were arranged')),
    boundsBefore: markChoice(
      'C-26',
      Bounds.describe('The box around the same nodes before they were arranged'),
    ),
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
      'The positions from before are saved for a restore. `spacing` is the gap between nodes in canvas units; `nodeIds` leaves all other nodes where they are; `dryRun` answers the arrangement and changes nothing. In layers, what starts by itself, such as Start and OnCustomEvent, stands in the first one.',
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
    description: 'The positions from before are saved for a restore.',
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
    summary: 'Put the nodes back to where they were before the layout',
    description: 'What was saved is used up by that. Nodes that were made since then stay where they are.',
    sync: true,
    returns: { 200: LayoutResult },
    errors: ['GRAPH_NOT_FOUND', 'NO_SAVED_LAYOUT'],
  }),
  getSavedLayout: defineOperation({
    route: 'GET /api/graphs/{graphId}/layout/saved',
    area: 'layout',
    summary: 'Whether positions from before a layout are saved',
    description:
      'Saved positions are what a restore brings back; `mode` is what was done after they were saved.',
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
    summary: 'Width by height that layouts of the graph aim at',
    description: 'It is 1.6 until it is set.',
    returns: { 200: AspectRatioRecord },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  setAspectRatio: defineOperation({
    route: 'PUT /api/graphs/{graphId}/layout/aspect-ratio',
    area: 'layout',
    summary: 'Set the width by height that layouts of the graph aim at',
    description: 'Layouts that are asked for from then on aim at it; nothing moves now.',
    body: z.object({ aspectRatio: markChoice('C-26', AspectRatio) }),
    sync: true,
    returns: { 200: AspectRatioRecord },
    errors: ['GRAPH_NOT_FOUND'],
  }),
} as const;
