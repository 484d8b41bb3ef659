import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { createProjectOpenError } from './project-open-error.ts';
import { openFolderProjectFiles } from './folder-project-files.ts';
import { projectFile } from './project.ts';
import type { ProjectStorage } from './project-storage.ts';
import { readProject } from './read-project.ts';

export const folderProjectStorage: ProjectStorage = {
  normalizePath: (path) => resolve(path),
  async findExisting(path) {
    if (!isAbsolute(path) || path.includes('\0'))
      throw createProjectOpenError(path, `'${path}' is not an absolute path.`);
    const folder = basename(path) === projectFile ? dirname(path) : path;
    const isProject = await stat(join(folder, projectFile)).then(
      (entry) => entry.isFile(),
      () => false,
    );
    if (!isProject) throw createProjectOpenError(path, `There is no ${projectFile} in '${folder}'.`);
    return folder;
  },
  read: readProject,
  open: openFolderProjectFiles,
};
