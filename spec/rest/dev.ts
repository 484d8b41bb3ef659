import * as z from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen, openBound } from '../contract/provenance.ts';

const Names = z.array(z.string());

/** Names of one call at most: several times as many as there are node types. */
const mostNames = 1000;

/** What only a debug build of the host does. */
export const dev = {
  exportNodePngs: operation({
    route: 'POST /api/dev/export-node-pngs',
    area: 'meta',
    summary: 'Draw node types as PNG files into the configured folders; all of them when none is named',
    description: 'Only a host that is a debug build does this.',
    body: z.object({ NodeNames: openBound('C-299', 'maxItems', Names.max(mostNames)).nullish() }).nullish(),
    returns: { 200: z.object({ succeeded: chosen('C-28', Names), failed: chosen('C-28', Names) }) },
    errors: ['DEV_ENDPOINT_UNAVAILABLE'],
  }),
} as const;
