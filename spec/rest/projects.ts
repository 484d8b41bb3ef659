/** Operations that open projects (description: 'Property access on scene objects and assets'). */
import * as z from 'zod';
import { projectActions } from '../actions/project.ts';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';

export const projectOperations = {
  openProject: defineOperation({
    route: 'POST /api/project/open',
    area: 'properties',
    summary: 'Open a project, replacing the open one',
    description: `${projectActions.open.description} The action \`project.open\` does the same.`,
    body: z.object({ path: markChoice('C-163', projectActions.open.parameters.shape.path) }),
    returns: {
      200: markChoice(
        'C-163',
        projectActions.open.result.extend({ path: z.string().describe('Folder of the project') }),
      ).meta({
        id: 'OpenedProject',
      }),
    },
    errors: ['RUNTIME_NOT_CONNECTED', 'ACTION_FAILED', 'SAVE_FAILED'],
  }),
} as const;
