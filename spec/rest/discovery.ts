import * as z from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { count } from '../contract/query.ts';
import { DiscoveryItem } from '../discovery.ts';

export const discovery = {
  listDataTypes: operation({
    route: 'GET /api/discovery',
    area: 'discovery',
    summary: 'The discovery data types, and whether each needs the runtime',
    description: 'What there is of each is answered by `GET /api/discovery/{dataType}`.',
    list: true,
    returns: {
      200: z
        .object({
          dataType: chosen('C-22', z.string()),
          description: z.string(),
          needsRuntime: chosen('C-22', z.boolean()),
        })
        .meta({ id: 'DiscoveryDataType' }),
    },
  }),
  listSpawnables: operation({
    route: 'GET /api/discovery/spawnables',
    area: 'discovery',
    summary: 'The elements that scene.spawn can make, by menu path',
    description: 'The action scene.spawn takes a `menuPath` as its `type`.',
    needs: 'runtime',
    list: true,
    returns: { 200: z.object({ menuPath: z.string(), toolTip: z.string() }).meta({ id: 'Spawnable' }) },
  }),
  discover: operation({
    route: 'GET /api/discovery/{dataType}',
    area: 'discovery',
    summary: 'What there is of one data type',
    description:
      '`dataType` is taken in any letter case. `filter` looks at names and metadata: it is a text within them or, once it has a `*`, a pattern that one of them fits as a whole. `count` is that of `items`; `X-Total-Count` counts what there is before `limit` and `offset`. What only the runtime knows is refused with RUNTIME_NOT_CONNECTED while it is absent.',
    query: {
      filter: z.string().optional(),
      limit: chosen('C-279', count.optional()).describe('At most this many items'),
      offset: chosen('C-279', count.default(0)).describe('Items to leave out at the front'),
    },
    returns: {
      200: z
        .object({
          dataType: z.string(),
          count: z.int(),
          items: z.array(chosen('C-22', DiscoveryItem)),
        })
        .meta({ id: 'DiscoveryEnvelope' }),
    },
    errors: ['UNKNOWN_DATA_TYPE', 'RUNTIME_NOT_CONNECTED', 'RUNTIME_TIMEOUT', 'ACTION_FAILED'],
  }),
} as const;
