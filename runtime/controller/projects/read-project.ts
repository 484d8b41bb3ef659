import { mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { resolveFolderInside, resolvePathInside } from '../../storage/safe-path.ts';
import { readFileText } from '../../storage/read-file.ts';
import { parseProjectFile } from './project-file-format.ts';
import {
  describeErrorInOneLine,
  graphsFolder,
  ProjectError,
  projectFile,
  type ProjectContent,
} from './project.ts';

/**
 * Reads the head of a project.
 * @throws ProjectError when the folder is missing or its project.json cannot be used.
 */
export const readProject = async (path: string): Promise<ProjectContent> => {
  const folder = resolve(path);
  const file = join(folder, projectFile);
  await checkProjectFolder(folder);
  try {
    const { variables, ...head } = parseProjectFile(
      await readFileText(await resolvePathInside(folder, projectFile), maxProjectFileBytes),
    );
    // A place to put graphs by hand. Where it cannot be made, saving says so.
    await resolveFolderInside(folder, graphsFolder)
      .then((place) => mkdir(place, { recursive: true }))
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
