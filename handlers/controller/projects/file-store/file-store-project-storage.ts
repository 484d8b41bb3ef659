import { decodeUtf8 } from '#runtime/shared/text-encoding.ts';
import type { FileStore } from '#runtime/shared/file-store.ts';
import { createProjectOpenError } from '../project-open-error.ts';
import { describeErrorInOneLine, ProjectError, projectFile } from '../project.ts';
import { parseProjectFile } from '../project-file-format.ts';
import type { ProjectStorage } from '../project-storage.ts';
import { openFileStoreProjectFiles } from './file-store-project-files.ts';

/**
 * Creates storage for the only project of a file store (C-220).
 * @param name the name of the project, which clients see as the folder `/name`
 */
export const createFileStoreProjectStorage = (store: FileStore, name: string): ProjectStorage => {
  const projectPath = `/${name}`;
  return {
    normalizePath: (path) => path,
    async findExisting(path) {
      if (path === projectPath || path === `${projectPath}/${projectFile}`) return projectPath;
      throw createProjectOpenError(
        path,
        `'${path}' does not exist: the only project of this host is '${projectPath}'.`,
      );
    },
    async read(folder) {
      const createReadError = (reason: string): ProjectError =>
        new ProjectError(`'${folder}' is not a readable project: ${projectFile}: ${reason}`);
      const content = folder === projectPath ? await store.read(projectFile) : undefined;
      if (!content) throw createReadError('there is no such file');
      try {
        const { variables, ...head } = parseProjectFile(decodeUtf8(content));
        return { project: { name, folder, ...head }, variables };
      } catch (failure) {
        throw createReadError(describeErrorInOneLine(failure));
      }
    },
    open: (options) => openFileStoreProjectFiles(store, options),
  };
};
