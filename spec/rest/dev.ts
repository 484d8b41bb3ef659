import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice, markChosenBound } from '../contract/choice-marks.ts';

const Names = z.array(z.string());

/** Names of one call at most: several times as many as there are node types. */
const maxNames = 1000;

/** What only a debug build of the host does. */
export const devOperations = {
  exportNodePngs: defineOperation({
    route: 'POST /api/dev/export-node-pngs',
    area: 'meta',
    summary: 'Draw node types as PNG files into the configured folders; all of them when none is named',
    description: 'Only a host that is a debug build does this.',
    body: z
      .object({ NodeNames: markChosenBound('C-299', 'maxItems', Names.max(maxNames)).nullish() })
      .nullish(),
    returns: { 200: z.object({ succeeded: markChoice('C-28', Names), failed: markChoice('C-28', Names) }) },
    errors: ['DEV_ENDPOINT_UNAVAILABLE'],
  }),
} as const;
