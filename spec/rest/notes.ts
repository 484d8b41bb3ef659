import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

const Note = z
  .object({
    text: z.string(),
    font: z.string(),
    color: z.string(),
    fontSize: z.int(),
    availableFonts: z.array(z.string()),
    availableColors: z.array(z.string()),
    availableFontSizes: z.array(z.int()),
  })
  .meta({ id: 'Note' });

const noteRoute = '/api/graphs/{graphId}/nodes/{nodeId}/note';

export const noteOperations = {
  getNote: defineOperation({
    route: `GET ${noteRoute}`,
    area: 'nodes',
    summary: 'Get the text and style of a Note node, and the available styles',
    description: 'Also returns the available fonts, colors and sizes.',
    returns: { 200: Note },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  updateNote: defineOperation({
    route: `PUT ${noteRoute}`,
    area: 'nodes',
    summary: 'Change any of text, font, color and font size of a Note node',
    description:
      'Omitted fields do not change. A font, color or size that is not available fails with INVALID_VALUE.',
    body: z.object({
      text: z.string().optional(),
      font: z.string().optional(),
      color: z.string().optional(),
      fontSize: z.number().optional(),
    }),
    sync: true,
    returns: { 200: Note },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
} as const;
