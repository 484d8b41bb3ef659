import * as z from 'zod';
import { actionErrorCodes } from '../actions/action-error-codes.ts';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { JsonValue } from '../values.ts';

const ActionResult = z
  .object({
    success: markChoice('C-16', z.literal(true)),
    action: markChoice('C-16', z.string()),
    result: markChoice('C-16', z.record(z.string(), z.unknown())),
    tick: markChoice('C-16', z.int()),
  })
  .meta({ id: 'ActionResult' });

const runActionOperation = {
  area: 'actions',
  body: z.record(z.string(), JsonValue).default({}),
  needs: 'runtime',
  returns: { 200: ActionResult },
  errors: ['ACTION_NOT_FOUND', 'INVALID_PARAMETERS'],
  runtimeErrors: actionErrorCodes,
} as const;

export const actionOperations = {
  runAction: defineOperation({
    ...runActionOperation,
    route: 'POST /api/actions/{category}/{action}',
    summary: 'Run one direct action in the runtime',
    description:
      '`GET /api/actions/schema` lists actions and parameters. Parameters are checked before anything runs, and their names are not case-sensitive.',
  }),
  runGroupedAction: defineOperation({
    ...runActionOperation,
    route: 'POST /api/actions/{category}/{group}/{action}',
    summary: 'Run a direct action whose name has several segments, with a slash for its second dot',
    description: 'For example, scene/objects/destroy runs scene.objects.destroy.',
    choice: 'C-16',
  }),
} as const;
