import { z } from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { ConsoleEntry, contextTypes, severities } from '../events.ts';
import { flag } from './records.ts';

/** Entries that the console keeps; the oldest leave first (description: 'Limits'). */
export const consoleCapacity = 500;

const Entry = chosen('C-10', ConsoleEntry);

export const consoleOperations = {
  readConsole: operation({
    route: 'GET /api/console',
    area: 'console',
    summary: 'Recent console entries, oldest first',
    query: {
      type: z.enum(severities).optional(),
      contextType: z.enum(contextTypes).optional(),
      since: z.iso.datetime({ offset: true }).optional(),
      limit: z.coerce.number().int().min(1).max(consoleCapacity).default(100),
      wrap: flag,
    },
    returns: {
      200: z.union([z.array(Entry), z.object({ totalCount: z.int(), items: z.array(Entry) })]),
    },
    errors: ['INVALID_QUERY'],
  }),
} as const;
