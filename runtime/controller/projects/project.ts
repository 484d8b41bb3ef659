/** A project folder: `project.json`, and a file for every graph (register: C-18). */
import { mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod';
import { readProjectFile, type UnknownHeadKeys } from './project-head.ts';
import { readText } from '../../disk/read-text.ts';
import type { Variables } from '../variables/variables.ts';

export interface Project {
  readonly name: string;
  /** Absolute path of the folder. */
  readonly folder: string;
  /** Paths of the graphs that run when it is opened. */
  readonly runAtOpening: readonly string[];
  /** What its project.json has beside what this version knows. */
  readonly unknownKeys: UnknownHeadKeys;
}

export const graphsFolder = 'graphs';
/** What the service keeps for itself in a project: the journal of edits, and who has the project open. */
export const serviceFolder = '.scene-runtime';
export const projectFile = 'project.json';

/** A project that cannot be opened; the message is one line for the user. */
export class ProjectError extends Error {}

/**
 * Reads the head of a project.
 * @throws ProjectError when the folder is missing or its project.json cannot be used.
 */
export const readProject = async (path: string): Promise<{ project: Project; variables: Variables }> => {
  const folder = resolve(path);
  const file = join(folder, projectFile);
  await checkFolder(folder);
  try {
    const { variables, ...head } = readProjectFile(await readText(file));
    // A place to put graphs by hand. Where it cannot be made, saving says so.
    await mkdir(join(folder, graphsFolder), { recursive: true }).catch(() => {});
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

/** What to say of a failure in one line; zod and JSON.parse both know where. */
export const firstLine = (failure: unknown): string => {
  if (failure instanceof z.ZodError) {
    const [issue] = failure.issues;
    return issue ? `${issue.path.join('.') || 'the file'}: ${issue.message}` : failure.message;
  }
  return failure instanceof Error ? (failure.message.split('\n', 1)[0] ?? '') : String(failure);
};
