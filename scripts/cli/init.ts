import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { projectFile } from '#runtime/controller/projects/project.ts';
import { UsageError } from './exit.ts';
import { fileTrouble } from './file-trouble.ts';
import { makeProject } from './templates.ts';
import type { Template } from './template-names.ts';
import { print } from './output.ts';

/**
 * Makes a project and says how to serve it.
 * @throws UsageError for a folder that holds something, or that cannot be written
 */
export const init = async (folder: string, { template }: { readonly template: Template }): Promise<void> => {
  const place = resolve(folder);
  try {
    refuseHeld(place, await namesIn(place));
    await makeProject(place, template);
  } catch (failure) {
    const trouble = fileTrouble(failure);
    throw trouble ? new UsageError(`no project can be made in '${place}': ${trouble}`) : failure;
  }
  print(`A project is in ${place}. To serve it:\n\n  npx scene-runtime serve --project ${quoted(folder)}\n`);
};

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw failure;
  }
};

const refuseHeld = (place: string, names: readonly string[]): void => {
  if (names.includes(projectFile)) throw new UsageError(`there is a project in '${place}' already`);
  if (names.length > 0) {
    throw new UsageError(
      `'${place}' is not empty: a project is made in a folder that is, or that is not there yet`,
    );
  }
};

/** A path as a shell reads it back. */
export const quoted = (path: string): string =>
  /^[\w./:@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
