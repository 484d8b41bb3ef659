/** Opens and closes projects. At most one is open at a time. */
import type { RaiseEvent } from '../../link/raise-event.ts';
import { type Project, ProjectError } from './project.ts';
import type { ProjectStorage } from './project-storage.ts';
import { createProjectOpenError } from './project-open-error.ts';
import type { createProjectSession } from './project-session.ts';

type ProjectSession = ReturnType<typeof createProjectSession>;
type ClosedProjectContents = Awaited<ReturnType<ProjectSession['close']>>;

/** The caller must serialize all calls. */
interface ProjectLifecycle {
  /**
   * Saves and closes the open project, then opens another one. Reopens the old one when that fails.
   * @param folder of the project; does nothing when it is already open
   * @throws ProjectError; ApiError SAVE_FAILED when the old project can't be saved, and stays open
   */
  open(folder: string): Promise<Project>;
  /**
   * Opens an existing project at a path from a client.
   * @throws ApiError ACTION_FAILED with the reason when it can't be opened
   */
  openExisting(path: string): Promise<Project>;
  /**
   * Closes the open project, here and in the runtime.
   * @param mustSave whether edits must be saved to their files, rather than only to the edit journal
   * @returns whether a project was open
   * @throws ApiError SAVE_FAILED; the project then stays open
   */
  close(mustSave: boolean): Promise<boolean>;
}

interface ProjectLifecycleOptions {
  readonly projectStorage: ProjectStorage;
  readonly session: ProjectSession;
  readonly raise: RaiseEvent;
  /** Removes the contents of a project from the runtime, and emits events for its deleted variables. */
  releaseContents(contents: ClosedProjectContents): Promise<void>;
  /** Sends the open project to the runtime. */
  notifyRuntime(): Promise<void>;
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
  const openAndAnnounce = async (folder: string): Promise<Project> => {
    const project = await session.open(folder);
    await notifyRuntime();
    raise('project.opened', { projectName: project.name, path: project.folder });
    await runStartupGraphs(project);
    return project;
  };

  const saveAndClose = async (mustSave: boolean): Promise<Project | undefined> => {
    const { files } = session;
    if (!files) return undefined;
    await files.saveChanges().catch((failure) => {
      if (mustSave || files.editFailure) throw failure;
    });
    const { project } = files;
    const contents = await session.close();
    try {
      await releaseContents(contents);
      await notifyRuntime();
    } finally {
      // Emitted even if the runtime reports an error.
      raise('project.closed', { projectName: project.name, path: project.folder });
    }
    return project;
  };

  const open = async (path: string): Promise<Project> => {
    const targetFolder = projectStorage.normalizePath(path);
    const current = session.files?.project;
    if (current?.folder === targetFolder) return current;
    if (!current) return openAndAnnounce(targetFolder);
    await projectStorage.read(targetFolder);
    await saveAndClose(true);
    try {
      return await openAndAnnounce(targetFolder);
    } catch (failure) {
      await openAndAnnounce(current.folder);
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
    close: async (mustSave) => (await saveAndClose(mustSave)) !== undefined,
  };
};
