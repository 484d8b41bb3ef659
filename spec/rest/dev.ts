import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice, markChosenBound } from '../contract/choice-marks.ts';

const Names = z.array(z.string());

/** Maximum number of names in one call, which is several times the number of node types. */
const maxNames = 1000;

/** Operations that only a debug build of the host supports. */
export const devOperations = {
  exportNodePngs: defineOperation({
    route: 'POST /api/dev/export-node-pngs',
    area: 'meta',
    summary: 'Render node types as PNG files into the configured folders; all node types if none is named',
    description: 'Only available in a debug build of the host.',
    body: z
      .object({ NodeNames: markChosenBound('C-299', 'maxItems', Names.max(maxNames)).nullish() })
      .nullish(),
    returns: { 200: z.object({ succeeded: markChoice('C-28', Names), failed: markChoice('C-28', Names) }) },
    errors: ['DEV_ENDPOINT_UNAVAILABLE'],
  }),
} as const;
