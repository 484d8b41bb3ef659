import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { resolveFolderInside, resolvePathInside } from '#runtime/shared/safe-path.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { openFolderProjectFiles } from './folder-project-files.ts';
import { parseProjectFile } from './project-file-format.ts';
import {
  createProjectOpenError,
  describeErrorInOneLine,
  graphsFolder,
  type ProjectContent,
  ProjectError,
  projectFile,
} from './project.ts';
import { readFileText } from './read-file.ts';
import type { ProjectStorage } from './project-storage.ts';

/**
 * Reads project.json.
 * @throws ProjectError when the folder is missing or its project.json can't be used
 */
export const readProject = async (path: string): Promise<ProjectContent> => {
  const folder = resolve(path);
  const file = join(folder, projectFile);
  await checkProjectFolder(folder);
  try {
    const { variables, ...head } = parseProjectFile(
      await readFileText(await resolvePathInside(folder, projectFile), maxProjectFileBytes),
    );
    // The graphs folder is created so that users can add graph files. If the folder can't be created, saving reports
    // the error.
    await resolveFolderInside(folder, graphsFolder)
      .then((graphsPath) => mkdir(graphsPath, { recursive: true }))
      .catch(() => {});
    return { project: { name: basename(folder), folder, ...head }, variables };
  } catch (failure) {
    throw new ProjectError(
      `'${folder}' is not a readable project: ${file}: ${describeErrorInOneLine(failure)}`,
    );
  }
};

const checkProjectFolder = async (folder: string): Promise<void> => {
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    (failure: NodeJS.ErrnoException) => {
      if (failure.code === 'ENOENT' || failure.code === 'ENOTDIR') return false;
      throw new ProjectError(`'${folder}' is not a readable project: ${describeErrorInOneLine(failure)}`);
    },
  );
  if (!isFolder) throw new ProjectError(`'${folder}' is not a project: there is no such folder`);
};

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
