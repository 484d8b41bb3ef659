/** Opens and closes projects, one at a time. */
import type { RaiseEvent } from '../../link/raise-event.ts';
import { type Project, ProjectError } from './project.ts';
import type { ProjectStorage } from './project-storage.ts';
import { createProjectOpenError } from './project-open-error.ts';
import type { createProjectSession } from './project-session.ts';

type ProjectSession = ReturnType<typeof createProjectSession>;
type ClosedProjectContents = Awaited<ReturnType<ProjectSession['close']>>;

/** The caller has to serialize the calls. */
interface ProjectLifecycle {
  /**
   * Saves and closes the open project, then opens another. Reopens the first when the other cannot be opened.
   * @param folder of the project; does nothing when it is open already
   * @throws ProjectError; ApiError SAVE_FAILED when the open project cannot be saved, which then stays open
   */
  open(folder: string): Promise<Project>;
  /**
   * Opens a project that a client has named. The folder has to be a project already.
   * @throws ApiError ACTION_FAILED with the reason when it cannot be opened
   */
  openExisting(path: string): Promise<Project>;
  /**
   * Closes the open project, here and in the runtime.
   * @param mustSave whether edits have to be in their files rather than in the edit journal alone
   * @returns whether a project was open
   * @throws ApiError SAVE_FAILED; the project then stays open
   */
  close(mustSave: boolean): Promise<boolean>;
}

interface ProjectLifecycleOptions {
  readonly projectStorage: ProjectStorage;
  readonly session: ProjectSession;
  readonly raise: RaiseEvent;
  /** Removes the content of a project from the runtime, and reports the deleted variables. */
  releaseContents(left: ClosedProjectContents): Promise<void>;
  /** Tells the runtime which project is open. */
  notifyRuntime(): Promise<void>;
  /** Runs the startup graphs of the project. */
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
      // Raised whatever the outcome in the runtime.
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
