import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { severities } from '../events.ts';

export const logActions = {
  console: defineAction({
    summary: 'Write a console entry',
    parameters: () => ({
      message: z.string().describe('The text of the entry'),
      severity: z.enum(severities).default('log').describe('How serious it is'),
      context: z
        .strictObject({
          graphId: z.string().min(1).describe('Id of the graph'),
          nodeId: z.string().min(1).optional().describe('Id of a node of that graph'),
        })
        .optional()
        .describe('The graph or node that the entry is about'),
    }),
    example: { message: 'Hello', severity: 'log' },
    result: () => ({ id: z.string().describe('Id of the entry') }),
    named: true,
  }),
  clear: defineAction({
    summary: 'Empty the console',
    description: 'Deletes the entries for all clients, except in copies that clients already have.',
    parameters: () => ({}),
    result: () => ({ removed: z.int().describe('Number of deleted entries') }),
    later: true,
    byService: true,
  }),
  setLevel: defineAction({
    summary: 'Set the minimum severity of console entries of the runtime',
    description:
      'Less severe entries are neither written nor sent as events; `log.console` still returns an id. Entries of the service itself are always written.',
    parameters: () => ({
      severity: z.enum(severities).describe('The minimum severity'),
    }),
    result: () => ({ previous: z.enum(severities).describe('The previous minimum severity') }),
  }),
} as const;
