/** Opening projects (description: 'Property access on scene objects and assets'). */
import * as z from 'zod';
import { project } from '../actions/project.ts';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';

export const projects = {
  openProject: operation({
    route: 'POST /api/project/open',
    area: 'properties',
    summary: 'Open a project, in place of the one that is open',
    description: `${project.open.description} The action \`project.open\` does the same.`,
    body: z.object({ path: chosen('C-163', project.open.parameters.shape.path) }),
    returns: {
      200: chosen(
        'C-163',
        project.open.result.extend({ path: z.string().describe('Folder of the project') }),
      ).meta({
        id: 'OpenedProject',
      }),
    },
    errors: ['RUNTIME_NOT_CONNECTED', 'ACTION_FAILED', 'SAVE_FAILED'],
  }),
} as const;
