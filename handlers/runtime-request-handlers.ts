import type { Answers } from '#runtime/controller/answers.ts';
import type { ConsoleBuffer } from '#runtime/controller/console/console-buffer.ts';
import type { Controller } from '#runtime/controller/controller.ts';

/** Handles the actions of the runtime that need data of the service. */
export const createRuntimeRequestHandlers = ({
  controller,
  console,
}: {
  readonly controller: Controller;
  readonly console: ConsoleBuffer;
}): Answers => ({
  'project.open': async ({ path }) => {
    const { name } = await controller.openNamed(path);
    return { projectName: name };
  },
  'project.close': async ({ save }) => ({ closed: await controller.closeProject(save) }),
  'project.save': async () => {
    const { folder } = controller.requireProject();
    await controller.flush();
    return { path: folder, revision: controller.projectState().revision };
  },
  'project.info': async () => {
    const { name, folder } = controller.requireProject();
    return { name, path: folder, ...controller.projectState() };
  },
  'log.clear': async () => ({ removed: console.clear() }),
});
