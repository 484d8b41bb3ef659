import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { projectFile } from '../../handlers/controller/projects/project.ts';
import { UsageError } from './exit-codes.ts';
import { describeFileError } from './describe-file-error.ts';
import { createProject } from './create-project.ts';
import type { TemplateName } from './project-template-names.ts';
import { print } from './output.ts';

/**
 * Creates a project and prints how to serve it.
 * @throws UsageError if the folder is not empty or can't be written
 */
export const init = async (
  folder: string,
  { template }: { readonly template: TemplateName },
): Promise<void> => {
  const path = resolve(folder);
  try {
    assertEmptyFolder(path, await listEntries(path));
    await createProject(path, template);
  } catch (failure) {
    const problem = describeFileError(failure);
    throw problem ? new UsageError(`A project can't be created in '${path}': ${problem}`) : failure;
  }
  print(
    `Created a project in ${path}. To serve it:\n\n  npx scene-runtime serve --project ${quoteShellPath(folder)}\n`,
  );
};

const listEntries = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw failure;
  }
};

const assertEmptyFolder = (path: string, names: readonly string[]): void => {
  if (names.includes(projectFile)) throw new UsageError(`'${path}' already holds a project.`);
  if (names.length > 0) {
    throw new UsageError(`'${path}' is not empty. Pass a new or empty folder.`);
  }
};

/** Quotes a path for a shell if necessary. */
export const quoteShellPath = (path: string): string =>
  /^[\w./:@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
