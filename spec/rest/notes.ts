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
    summary: 'The text and look of a Note node, and what else it could look like',
    description: 'What the note may look like comes along: fonts, colors and sizes.',
    returns: { 200: Note },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  updateNote: defineOperation({
    route: `PUT ${noteRoute}`,
    area: 'nodes',
    summary: 'Change any of text, font, color and font size of a Note node',
    description:
      'What is left out stays as it is. A font, color or size that is not among the available ones is refused with INVALID_VALUE.',
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
