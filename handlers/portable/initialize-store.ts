import type { FileStore } from '#runtime/disk/file-store.ts';
import { projectFile } from '#runtime/controller/projects/project.ts';
import { printProjectFile } from '#runtime/controller/projects/project-head.ts';

/** Makes an empty store an empty project, as `scene-runtime init` makes an empty folder one. */
export const initializeStore = async (store: FileStore): Promise<void> => {
  if (await store.read(projectFile)) return;
  await store.write(projectFile, new TextEncoder().encode(printProjectFile(new Map())));
};
