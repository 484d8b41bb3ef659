import { z } from 'zod';
import { action } from '../contract/action.ts';
import { severities } from '../events.ts';

export const log = {
  console: action({
    summary: 'Write a console entry',
    parameters: z.object({
      message: z.string().describe('The text of the entry'),
      severity: z.enum(severities).default('log').describe('How serious it is'),
      context: z
        .strictObject({
          graphId: z.string().min(1).describe('Id of the graph'),
          nodeId: z.string().min(1).optional().describe('Id of a node of that graph'),
        })
        .optional()
        .describe('The graph, or the node of it, that the entry speaks about'),
    }),
    result: z.object({ id: z.string().describe('Id of the entry') }),
    named: true,
  }),
} as const;
