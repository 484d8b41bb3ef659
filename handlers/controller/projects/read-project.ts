import { mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { resolveFolderInside, resolvePathInside } from '#runtime/shared/safe-path.ts';
import { readFileText } from './read-file.ts';
import { parseProjectFile } from './project-file-format.ts';
import {
  describeErrorInOneLine,
  graphsFolder,
  ProjectError,
  projectFile,
  type ProjectContent,
} from './project.ts';

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
