import { textOf } from '../../../disk/text.ts';
import type { FileStore } from '../../../disk/file-store.ts';
import { notOpened } from '../not-opened.ts';
import { firstLine, ProjectError, projectFile } from '../project.ts';
import { readProjectFile } from '../project-head.ts';
import type { ProjectHome } from '../project-home.ts';
import { openStoredProject } from './stored-project.ts';

/**
 * The one project of a store (register: C-220).
 * @param name of the project, which is told of as the folder `/name`
 */
export const createStoredHome = (store: FileStore, name: string): ProjectHome => {
  const place = `/${name}`;
  return {
    placeOf: (path) => path,
    async named(path) {
      if (path === place || path === `${place}/${projectFile}`) return place;
      throw notOpened(path, `'${path}' is not here: this host has the project '${place}' alone.`);
    },
    async read(folder) {
      const unreadable = (why: string): ProjectError =>
        new ProjectError(`'${folder}' is not a readable project: ${projectFile}: ${why}`);
      const content = folder === place ? await store.read(projectFile) : undefined;
      if (!content) throw unreadable('there is no such file');
      try {
        const { variables, ...head } = readProjectFile(textOf(content));
        return { project: { name, folder, ...head }, variables };
      } catch (failure) {
        throw unreadable(firstLine(failure));
      }
    },
    open: (options) => openStoredProject(store, options),
  };
};
