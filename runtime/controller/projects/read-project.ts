import { mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { folderInside, placeInside } from '../../disk/inside.ts';
import { readText } from '../../disk/read-text.ts';
import { readProjectFile } from './project-head.ts';
import { firstLine, graphsFolder, ProjectError, projectFile, type ReadProject } from './project.ts';

/**
 * Reads the head of a project.
 * @throws ProjectError when the folder is missing or its project.json cannot be used.
 */
export const readProject = async (path: string): Promise<ReadProject> => {
  const folder = resolve(path);
  const file = join(folder, projectFile);
  await checkFolder(folder);
  try {
    const { variables, ...head } = readProjectFile(
      await readText(await placeInside(folder, projectFile), maxProjectFileBytes),
    );
    // A place to put graphs by hand. Where it cannot be made, saving says so.
    await folderInside(folder, graphsFolder)
      .then((place) => mkdir(place, { recursive: true }))
      .catch(() => {});
    return { project: { name: basename(folder), folder, ...head }, variables };
  } catch (failure) {
    throw new ProjectError(`'${folder}' is not a readable project: ${file}: ${firstLine(failure)}`);
  }
};

const checkFolder = async (folder: string): Promise<void> => {
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    (failure: NodeJS.ErrnoException) => {
      if (failure.code === 'ENOENT' || failure.code === 'ENOTDIR') return false;
      throw new ProjectError(`'${folder}' is not a readable project: ${firstLine(failure)}`);
    },
  );
  if (!isFolder) throw new ProjectError(`'${folder}' is not a project: there is no such folder`);
};
