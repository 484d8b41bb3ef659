import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice, markChosenBound } from '../contract/choice-marks.ts';
import { booleanFlag } from './response-records.ts';

/** Maximum total size of the results in one batch, in values plus characters (C-81). */
export const maxBatchResultSize = 16_000_000;

const maxBatchOperations = 10_000;

const batchOperation = z.object({
  method: z.string(),
  path: z.string(),
  body: z.unknown().optional(),
  as: markChoice('C-322', z.string().optional()).describe(
    'A name by which later operations refer to the result, if the batch has `references`',
  ),
});

export type BatchOperation = z.infer<typeof batchOperation>;

export const batchOperations = {
  runBatch: defineOperation({
    route: 'POST /api/batch',
    area: 'batch',
    summary: 'Run operations in order; a failure does not abort the rest',
    description:
      'Each result has the status that the operation would have as a separate call. The batch itself always returns 200, even if an operation requested a sync and no runtime is connected.',
    query: { sync: booleanFlag.describe('Default of `sync` for operations that do not set it') },
    body: z.object({
      operations: markChosenBound(
        'C-299',
        'maxItems',
        z.array(batchOperation).min(1, 'an empty batch does nothing').max(maxBatchOperations),
      ),
      references: markChoice('C-322', z.boolean().optional()).describe(
        'Whether operations may refer to results of operations before them: with `{graph.body.id}` in the path, or with `{"$ref": "graph.body.nodes[0].id"}` in place of a value in the body',
      ),
      stopOnFailure: markChoice('C-322', z.boolean().optional()).describe(
        'Whether the operations after the first failure are skipped',
      ),
    }),
    returns: {
      200: z
        .object({
          totalOperations: z.int(),
          succeeded: z.int(),
          failed: z.int(),
          skipped: markChoice('C-322', z.int().optional()).describe('Only with `stopOnFailure`'),
          results: z.array(
            z.object({
              index: z.int(),
              status: z.int(),
              body: z.unknown(),
              ignored: markChoice('C-76', z.array(z.string()).optional()).describe(
                'What the X-Ignored header would contain if the operation were a separate call',
              ),
            }),
          ),
        })
        .meta({ id: 'BatchResult' }),
    },
    errors: ['INVALID_REQUEST'],
  }),
} as const;
