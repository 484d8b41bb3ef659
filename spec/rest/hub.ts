import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

export const hubOperations = {
  negotiateHub: defineOperation({
    route: 'POST /api/events/negotiate',
    area: 'hub',
    summary: 'Negotiate a hub connection, as the SignalR hub protocol does before it connects',
    description: 'Optional: a client can also connect to the hub directly.',
    tier: 'hub',
    choice: 'C-11',
    query: {
      negotiateVersion: z.coerce.number().int().min(0).optional(),
      useStatefulReconnect: z.string().optional(),
      access_token: z.string().optional().describe('The token, if it is sent in the query'),
    },
    returns: { 200: z.record(z.string(), z.unknown()) },
  }),
} as const;
