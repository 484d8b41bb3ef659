import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { projectFile } from '#runtime/controller/projects/project.ts';
import { UsageError } from './exit-codes.ts';
import { describeFileError } from './describe-file-error.ts';
import { createProject } from './create-project.ts';
import type { TemplateName } from './template-names.ts';
import { print } from './output.ts';

/**
 * Makes a project and says how to serve it.
 * @throws UsageError for a folder that holds something, or that cannot be written
 */
export const init = async (
  folder: string,
  { template }: { readonly template: TemplateName },
): Promise<void> => {
  const place = resolve(folder);
  try {
    assertEmptyFolder(place, await listEntries(place));
    await createProject(place, template);
  } catch (failure) {
    const trouble = describeFileError(failure);
    throw trouble ? new UsageError(`no project can be made in '${place}': ${trouble}`) : failure;
  }
  print(
    `A project is in ${place}. To serve it:\n\n  npx scene-runtime serve --project ${quoteShellPath(folder)}\n`,
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

const assertEmptyFolder = (place: string, names: readonly string[]): void => {
  if (names.includes(projectFile)) throw new UsageError(`there is a project in '${place}' already`);
  if (names.length > 0) {
    throw new UsageError(
      `'${place}' is not empty: a project is made in a folder that is, or that is not there yet`,
    );
  }
};

/** A path as a shell reads it back. */
export const quoteShellPath = (path: string): string =>
  /^[\w./:@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
