import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { countParameter } from '../contract/query-parameters.ts';
import { DiscoveryItem } from '../discovery-data-types.ts';

export const discoveryOperations = {
  listDataTypes: defineOperation({
    route: 'GET /api/discovery',
    area: 'discovery',
    summary: 'List the discovery data types, and whether each needs the runtime',
    description: '`GET /api/discovery/{dataType}` lists the items of each type.',
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
    summary: 'List the elements that scene.spawn can create, by menu path',
    description: 'The action scene.spawn accepts a `menuPath` as its `type`.',
    needs: 'runtime',
    list: true,
    returns: { 200: z.object({ menuPath: z.string(), toolTip: z.string() }).meta({ id: 'Spawnable' }) },
  }),
  discover: defineOperation({
    route: 'GET /api/discovery/{dataType}',
    area: 'discovery',
    summary: 'List the items of one data type',
    description:
      '`dataType` is not case-sensitive. `filter` searches names and metadata: as a substring or, if it contains a `*`, as a pattern for the whole text. `count` is the length of `items`; `X-Total-Count` is the number of matches before `limit` and `offset`. Types that need the runtime fail with RUNTIME_NOT_CONNECTED while it is not connected.',
    query: {
      filter: z.string().optional(),
      limit: markChoice('C-279', countParameter.optional()).describe('Maximum number of items'),
      offset: markChoice('C-279', countParameter.default(0)).describe('Number of items to skip'),
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
