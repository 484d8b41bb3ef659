/** How projects come and go, of which one is open at most. */
import type { RaiseEvent } from '../../link/raise-event.ts';
import { type Project, ProjectError } from './project.ts';
import type { ProjectStorage } from './project-storage.ts';
import { createProjectOpenError } from './project-open-error.ts';
import type { createProjectSession } from './project-session.ts';

type ProjectSession = ReturnType<typeof createProjectSession>;
type ClosedProjectContents = Awaited<ReturnType<ProjectSession['close']>>;

/** Its calls take turns: whoever calls sees to that. */
interface ProjectLifecycle {
  /**
   * Opens a project in place of the open one, which is saved first, and is opened again when the other cannot be.
   * @param folder of the project; one that is open already is left as it is
   * @throws ProjectError; Fault SAVE_FAILED when the open one cannot be saved, and stays open
   */
  open(folder: string): Promise<Project>;
  /**
   * The same, of what a client has named: only what is a project already.
   * @throws Fault ACTION_FAILED, which says why it cannot be opened
   */
  openExisting(path: string): Promise<Project>;
  /**
   * Lets go of the open project, here and in the runtime.
   * @param mustSave whether edits have to be in their files, and not in the journal of edits alone
   * @returns whether one was open
   * @throws Fault SAVE_FAILED; the project stays open then
   */
  close(mustSave: boolean): Promise<boolean>;
}

interface ProjectLifecycleOptions {
  readonly projectStorage: ProjectStorage;
  readonly session: ProjectSession;
  readonly raise: RaiseEvent;
  /** Has the runtime give up what was in a project, and reports the variables that are gone. */
  releaseContents(left: ClosedProjectContents): Promise<void>;
  /** Has the runtime know which project is open. */
  notifyRuntime(): Promise<void>;
  /** Has the graphs run that are to run from the beginning. */
  runStartupGraphs(project: Project): Promise<void>;
}

export const createProjectLifecycle = ({
  projectStorage,
  session,
  raise,
  releaseContents,
  notifyRuntime,
  runStartupGraphs,
}: ProjectLifecycleOptions): ProjectLifecycle => {
  const enter = async (folder: string): Promise<Project> => {
    const project = await session.open(folder);
    await notifyRuntime();
    raise('project.opened', { projectName: project.name, path: project.folder });
    await runStartupGraphs(project);
    return project;
  };

  const leave = async (mustSave: boolean): Promise<Project | undefined> => {
    const { files } = session;
    if (!files) return undefined;
    await files.saveChanges().catch((failure) => {
      if (mustSave || files.editFailure) throw failure;
    });
    const { project } = files;
    const left = await session.close();
    try {
      await releaseContents(left);
      await notifyRuntime();
    } finally {
      // whatever the runtime makes of it
      raise('project.closed', { projectName: project.name, path: project.folder });
    }
    return project;
  };

  const open = async (path: string): Promise<Project> => {
    const place = projectStorage.normalizePath(path);
    const present = session.files?.project;
    if (present?.folder === place) return present;
    if (!present) return enter(place);
    await projectStorage.read(place);
    await leave(true);
    try {
      return await enter(place);
    } catch (failure) {
      await enter(present.folder);
      throw failure;
    }
  };

  return {
    open,
    async openExisting(path) {
      try {
        return await open(await projectStorage.findExisting(path));
      } catch (failure) {
        throw failure instanceof ProjectError ? createProjectOpenError(path, `${failure.message}.`) : failure;
      }
    },
    close: async (mustSave) => (await leave(mustSave)) !== undefined,
  };
};
