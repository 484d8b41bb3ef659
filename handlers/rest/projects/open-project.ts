import { projectOperations } from '#spec/rest/projects.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const openProject = defineHandler(
  projectOperations.openProject,
  async ({ body: { path } }, { controller, link, fail }) => {
    if (!link.connected) fail('RUNTIME_NOT_CONNECTED');
    const { name, folder } = await controller.openExistingProject(path);
    return { projectName: name, path: folder };
  },
);
