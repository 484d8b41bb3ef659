import type { FileStore } from '#runtime/disk/file-store.ts';
import { projectFile } from '#runtime/controller/projects/project.ts';
import { printProjectFile } from '#runtime/controller/projects/project-head.ts';

/** Creates an empty project in an empty store, like `scene-runtime init` in an empty folder. */
export const initializeStore = async (store: FileStore): Promise<void> => {
  if (await store.read(projectFile)) return;
  await store.write(projectFile, new TextEncoder().encode(printProjectFile(new Map())));
};
