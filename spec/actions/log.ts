import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { severities } from '../events.ts';

export const logActions = {
  console: defineAction({
    summary: 'Write a console entry',
    parameters: () =>
      z.object({
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
    result: () => z.object({ id: z.string().describe('Id of the entry') }),
    named: true,
  }),
  clear: defineAction({
    summary: 'Empty the console',
    description: 'Entries are gone for all; clients that have received them keep them.',
    parameters: () => z.object({}),
    result: () => z.object({ removed: z.int().describe('How many entries there were') }),
    later: true,
  }),
  setLevel: defineAction({
    summary: 'Say from which severity on the runtime writes to the console',
    description:
      'What is less serious is not written, and no event tells of it; `log.console` answers an id all the same. Entries of the service itself are always written.',
    parameters: () =>
      z.object({
        severity: z.enum(severities).describe('The least serious that is written'),
      }),
    result: () => z.object({ previous: z.enum(severities).describe('The least serious until now') }),
  }),
} as const;
