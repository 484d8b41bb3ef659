import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

export const hubOperations = {
  negotiateHub: defineOperation({
    route: 'POST /api/events/negotiate',
    area: 'hub',
    summary: 'Agree on a hub connection, as the SignalR hub protocol does before it connects',
    description: 'A client may as well connect to the hub at once.',
    tier: 'hub',
    choice: 'C-11',
    query: {
      negotiateVersion: z.coerce.number().int().min(0).optional(),
      useStatefulReconnect: z.string().optional(),
      access_token: z.string().optional().describe('The token, where it travels in the query'),
    },
    returns: { 200: z.record(z.string(), z.unknown()) },
  }),
} as const;
