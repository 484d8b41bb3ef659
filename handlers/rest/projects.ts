import type { projectOperations } from '#spec/rest/projects.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const projectHandlers: Handlers<typeof projectOperations> = {
  async openProject({ body: { path } }, { controller, link, fail }) {
    if (!link.connected) fail('RUNTIME_NOT_CONNECTED');
    const { name, folder } = await controller.openExistingProject(path);
    return { projectName: name, path: folder };
  },
};
