import { projectOperations } from '#spec/rest/projects.ts';
import { handle } from '../../pipeline/handle.ts';

export const openProject = handle(
  projectOperations.openProject,
  async ({ body: { path } }, { controller, link, fail }) => {
    if (!link.connected) fail('RUNTIME_NOT_CONNECTED');
    const { name, folder } = await controller.openNamed(path);
    return { projectName: name, path: folder };
  },
);
