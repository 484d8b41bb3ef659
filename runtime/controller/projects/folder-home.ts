import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { notOpened } from './not-opened.ts';
import { openProjectFiles } from './project-files.ts';
import { projectFile } from './project.ts';
import type { ProjectHome } from './project-home.ts';
import { readProject } from './read-project.ts';

/** Projects in folders of this machine. */
export const folderHome: ProjectHome = {
  placeOf: (path) => resolve(path),
  async named(path) {
    if (!isAbsolute(path) || path.includes('\0')) throw notOpened(path, `'${path}' is no absolute path.`);
    const folder = basename(path) === projectFile ? dirname(path) : path;
    const isProject = await stat(join(folder, projectFile)).then(
      (entry) => entry.isFile(),
      () => false,
    );
    if (!isProject) throw notOpened(path, `There is no ${projectFile} in '${folder}'.`);
    return folder;
  },
  read: readProject,
  open: openProjectFiles,
};
