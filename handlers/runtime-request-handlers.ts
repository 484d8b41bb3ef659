import type { RuntimeRequestHandlers } from './controller/runtime-request-handlers.ts';
import type { ConsoleBuffer } from './controller/console/console-buffer.ts';
import type { Controller } from './controller/controller.ts';

/** Creates the handlers for runtime requests, which serve actions that need the service's data. */
export const createRuntimeRequestHandlers = ({
  controller,
  console,
}: {
  readonly controller: Controller;
  readonly console: ConsoleBuffer;
}): RuntimeRequestHandlers => ({
  'project.open': async ({ path }) => {
    const { name } = await controller.openExistingProject(path);
    return { projectName: name };
  },
  'project.close': async ({ save }) => ({ closed: await controller.closeProject(save) }),
  'project.save': async () => {
    const { folder } = controller.requireProject();
    await controller.saveChanges();
    return { path: folder, revision: controller.getProjectState().revision };
  },
  'project.info': async () => {
    const { name, folder } = controller.requireProject();
    return { name, path: folder, ...controller.getProjectState() };
  },
  'log.clear': async () => ({ removed: console.clear() }),
});
