import { z } from 'zod';
import { operation } from '../contract/operation.ts';
import { flag } from './records.ts';

/** Operations that one batch may hold (choice C-13). */
export const batchCapacity = 500;

export const batch = {
  runBatch: operation({
    route: 'POST /api/batch',
    area: 'batch',
    summary: 'Run operations one after another; a failure does not abort the rest',
    query: { sync: flag },
    body: z.object({
      operations: z
        .array(z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }))
        .min(1, 'an empty batch does nothing')
        .max(batchCapacity),
    }),
    returns: {
      200: z
        .object({
          totalOperations: z.int(),
          succeeded: z.int(),
          failed: z.int(),
          results: z.array(z.object({ index: z.int(), status: z.int(), body: z.unknown() })),
        })
        .meta({ id: 'BatchResult' }),
    },
    errors: ['INVALID_REQUEST'],
  }),
} as const;
