import * as z from 'zod';
import { actionRefusals } from '../actions/refusals.ts';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { JsonValue } from '../values.ts';

const ActionResult = z
  .object({
    success: chosen('C-16', z.literal(true)),
    action: chosen('C-16', z.string()),
    result: chosen('C-16', z.record(z.string(), z.unknown())),
    tick: chosen('C-16', z.int()),
  })
  .meta({ id: 'ActionResult' });

const runAnAction = {
  area: 'actions',
  body: z.record(z.string(), JsonValue).default({}),
  needs: 'runtime',
  returns: { 200: ActionResult },
  errors: ['ACTION_NOT_FOUND', 'INVALID_PARAMETERS'],
  refusals: actionRefusals,
} as const;

export const actionOperations = {
  runAction: operation({
    ...runAnAction,
    route: 'POST /api/actions/{category}/{action}',
    summary: 'Run one direct action in the runtime',
    description:
      '`GET /api/actions/schema` lists actions and parameters. Parameters are checked before anything runs, and may be named in any letter case.',
  }),
  runGroupedAction: operation({
    ...runAnAction,
    route: 'POST /api/actions/{category}/{group}/{action}',
    summary: 'The same for an action of several segments, with a slash in place of the second dot',
    description: 'scene/objects/destroy is scene.objects.destroy.',
    choice: 'C-16',
  }),
} as const;
