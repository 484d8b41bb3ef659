/** How projects come and go, of which one is open at most. */
import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { Fault } from '#spec/errors.ts';
import { ProjectError, projectFile, readProject } from './project.ts';
import type { Raise } from '../../link/raise.ts';
import type { Project } from './project.ts';
import type { createProjectSession } from './project-session.ts';

type Session = ReturnType<typeof createProjectSession>;
type Left = Awaited<ReturnType<Session['letGo']>>;

/** Its calls take turns: whoever calls sees to that. */
interface ProjectDoor {
  /**
   * Opens a project in place of the open one, which is saved first, and is opened again when the other cannot be.
   * @param folder of the project; one that is open already is left as it is
   * @throws ProjectError; Fault SAVE_FAILED when the open one cannot be saved, and stays open
   */
  open(folder: string): Promise<Project>;
  /**
   * Lets go of the open project, here and in the runtime.
   * @param mustSave whether edits have to be in their files, and not in the journal of edits alone
   * @returns whether one was open
   * @throws Fault SAVE_FAILED; the project stays open then
   */
  close(mustSave: boolean): Promise<boolean>;
}

interface ProjectDoorOptions {
  readonly session: Session;
  readonly raise: Raise;
  /** Has the runtime give up what was in a project. */
  giveUp(left: Left): Promise<void>;
  /** Has the runtime know which project is open. */
  tell(): Promise<void>;
  /** Has the graphs run that are to run from the beginning. */
  begin(project: Project): Promise<void>;
}

export const createProjectDoor = ({
  session,
  raise,
  giveUp,
  tell,
  begin,
}: ProjectDoorOptions): ProjectDoor => {
  const enter = async (folder: string): Promise<Project> => {
    const project = await session.open(folder);
    await tell();
    raise('project.opened', { projectName: project.name, path: project.folder });
    await begin(project);
    return project;
  };

  const leave = async (mustSave: boolean): Promise<Project | undefined> => {
    const { files } = session;
    if (!files) return undefined;
    await files.saveChanges().catch((failure) => {
      if (mustSave || !files.isNoted) throw failure;
    });
    await giveUp(await session.letGo());
    await tell();
    const { project } = files;
    raise('project.closed', { projectName: project.name, path: project.folder });
    return project;
  };

  return {
    async open(path) {
      const folder = resolve(path);
      const present = session.files?.project;
      if (present?.folder === folder) return present;
      if (!present) return enter(folder);
      await readProject(folder);
      await leave(true);
      try {
        return await enter(folder);
      } catch (failure) {
        await enter(present.folder);
        throw failure;
      }
    },
    close: async (mustSave) => (await leave(mustSave)) !== undefined,
  };
};

const refusal = (path: string, why: string): Fault =>
  new Fault('ACTION_FAILED', why, {
    ...{ parameter: 'path', path },
    expected: 'the absolute path of a folder with a project.json, or of that file',
  });

/**
 * Opens what a client has named: only what is a project already, so that no other folder is ever written to.
 * @throws Fault ACTION_FAILED, which says why it cannot be opened
 */
export const openNamed = async (path: string, open: ProjectDoor['open']): Promise<Project> => {
  if (!isAbsolute(path) || path.includes('\0')) throw refusal(path, `'${path}' is no absolute path.`);
  const folder = basename(path) === projectFile ? dirname(path) : path;
  const isProject = await stat(join(folder, projectFile)).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (!isProject) throw refusal(path, `There is no ${projectFile} in '${folder}'.`);
  try {
    return await open(folder);
  } catch (failure) {
    if (failure instanceof ProjectError) throw refusal(path, `${failure.message}.`);
    throw failure;
  }
};
