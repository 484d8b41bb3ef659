import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { countParameter } from '../contract/query-parameters.ts';
import { DiscoveryItem } from '../discovery-data-types.ts';

export const discoveryOperations = {
  listDataTypes: defineOperation({
    route: 'GET /api/discovery',
    area: 'discovery',
    summary: 'The discovery data types, and whether each needs the runtime',
    description: 'What there is of each is answered by `GET /api/discovery/{dataType}`.',
    list: true,
    returns: {
      200: z
        .object({
          dataType: markChoice('C-22', z.string()),
          description: z.string(),
          needsRuntime: markChoice('C-22', z.boolean()),
        })
        .meta({ id: 'DiscoveryDataType' }),
    },
  }),
  listSpawnables: defineOperation({
    route: 'GET /api/discovery/spawnables',
    area: 'discovery',
    summary: 'The elements that scene.spawn can make, by menu path',
    description: 'The action scene.spawn takes a `menuPath` as its `type`.',
    needs: 'runtime',
    list: true,
    returns: { 200: z.object({ menuPath: z.string(), toolTip: z.string() }).meta({ id: 'Spawnable' }) },
  }),
  discover: defineOperation({
    route: 'GET /api/discovery/{dataType}',
    area: 'discovery',
    summary: 'What there is of one data type',
    description:
      '`dataType` is taken in any letter case. `filter` looks at names and metadata: it is a text within them or, once it has a `*`, a pattern that one of them fits as a whole. `count` is that of `items`; `X-Total-Count` counts what there is before `limit` and `offset`. What only the runtime knows is refused with RUNTIME_NOT_CONNECTED while it is absent.',
    query: {
      filter: z.string().optional(),
      limit: markChoice('C-279', countParameter.optional()).describe('At most this many items'),
      offset: markChoice('C-279', countParameter.default(0)).describe('Items to leave out at the front'),
    },
    returns: {
      200: z
        .object({
          dataType: z.string(),
          count: z.int(),
          items: z.array(markChoice('C-22', DiscoveryItem)),
        })
        .meta({ id: 'DiscoveryEnvelope' }),
    },
    errors: ['UNKNOWN_DATA_TYPE', 'RUNTIME_NOT_CONNECTED', 'RUNTIME_TIMEOUT', 'ACTION_FAILED'],
  }),
} as const;
