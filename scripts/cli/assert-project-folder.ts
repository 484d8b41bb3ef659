import { access, constants, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectFile } from '#runtime/controller/projects/project.ts';
import { UsageError } from './exit-codes.ts';
import { describeFileError } from './describe-file-error.ts';
import { quoteShellPath } from './init.ts';

/**
 * @throws UsageError for a folder in which no project can be opened. The message says how to create one, or what the
 * problem is.
 */
export const assertProjectFolder = async (folder: string): Promise<void> => {
  const trouble = await findFolderProblem(folder);
  if (trouble !== undefined) throw new UsageError(trouble);
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
  const none = `There is no project in '${resolve(folder)}'`;
  return names.length === 0
    ? `${none}. Run 'npx scene-runtime init ${quoteShellPath(folder)}' to create one.`
    : `${none}, and the folder is not empty. Run 'npx scene-runtime init' with another folder to create one.`;
};
