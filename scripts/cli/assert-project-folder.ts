import { access, constants, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectFile } from '../../handlers/controller/projects/project.ts';
import { UsageError } from './exit-codes.ts';
import { describeFileError } from './describe-file-error.ts';
import { quoteShellPath } from './init.ts';

/**
 * Checks that a project can be opened in the folder.
 * @throws UsageError if no project can be opened; the message says how to create one, or what the problem is
 */
export const assertProjectFolder = async (folder: string): Promise<void> => {
  const problem = await findFolderProblem(folder);
  if (problem !== undefined) throw new UsageError(problem);
};

const findFolderProblem = async (folder: string): Promise<string | undefined> => {
  try {
    await access(join(folder, projectFile), constants.R_OK);
    return undefined;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return suggestFix(folder);
    return `The project in '${resolve(folder)}' can't be opened: ${describeFileError(failure) ?? failure}`;
  }
};

const suggestFix = async (folder: string): Promise<string> => {
  const names = await readdir(folder).catch(() => []);
  const message = `There is no project in '${resolve(folder)}'`;
  return names.length === 0
    ? `${message}. Run 'npx scene-runtime init ${quoteShellPath(folder)}' to create one.`
    : `${message}, and the folder is not empty. Run 'npx scene-runtime init' with another folder to create one.`;
};
