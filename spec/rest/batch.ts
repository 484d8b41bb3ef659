import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice, markChosenBound } from '../contract/choice-marks.ts';
import { booleanFlag } from './response-records.ts';

/** Values and characters that the results of one batch may hold in all (choice C-81). */
export const maxBatchResultSize = 16_000_000;

/** Operations of one batch at most. */
const maxBatchOperations = 10_000;

export const batchOperations = {
  runBatch: defineOperation({
    route: 'POST /api/batch',
    area: 'batch',
    summary: 'Run operations one after another; a failure does not abort the rest',
    description:
      'Each result has the status that the operation would have had as a call of its own; the batch itself is 200 whatever these are, also when an operation was to synchronise and there is no runtime.',
    query: { sync: booleanFlag.describe('The sync of operations that do not say it themselves') },
    body: z.object({
      operations: markChosenBound(
        'C-299',
        'maxItems',
        z
          .array(z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }))
          .min(1, 'an empty batch does nothing')
          .max(maxBatchOperations),
      ),
    }),
    returns: {
      200: z
        .object({
          totalOperations: z.int(),
          succeeded: z.int(),
          failed: z.int(),
          results: z.array(
            z.object({
              index: z.int(),
              status: z.int(),
              body: z.unknown(),
              ignored: markChoice('C-76', z.array(z.string()).optional()).describe(
                'What X-Ignored would name if the call were made alone',
              ),
            }),
          ),
        })
        .meta({ id: 'BatchResult' }),
    },
    errors: ['INVALID_REQUEST'],
  }),
} as const;
