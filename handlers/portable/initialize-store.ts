import type { FileStore } from '#runtime/shared/file-store.ts';
import { projectFile } from '../controller/projects/project.ts';
import { serializeProjectFile } from '../controller/projects/project-file-format.ts';

/** Creates an empty project in an empty store, like `scene-runtime init` in an empty folder. */
export const initializeStore = async (store: FileStore): Promise<void> => {
  if (await store.read(projectFile)) return;
  await store.write(projectFile, new TextEncoder().encode(serializeProjectFile(new Map())));
};
