import { z } from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';

export const actionOperations = {
  runAction: operation({
    route: 'POST /api/actions/{category}/{action}',
    area: 'actions',
    summary: 'Run one direct action in the runtime',
    body: z.record(z.string(), z.unknown()).default({}),
    needs: 'runtime',
    returns: {
      200: z
        .object({
          success: chosen('C-16', z.literal(true)),
          action: chosen('C-16', z.string()),
          result: chosen('C-16', z.record(z.string(), z.unknown())),
          tick: chosen('C-16', z.int()),
        })
        .meta({ id: 'ActionResult' }),
    },
    errors: ['ACTION_NOT_FOUND', 'INVALID_PARAMETERS', 'LAYER_OCCUPIED', 'OBJECT_NOT_FOUND'],
  }),
} as const;
