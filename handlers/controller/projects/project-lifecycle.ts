/** Opens and closes projects. At most one project is open at a time. */
import { ApiError } from '#spec/errors.ts';
import { updateCallers } from '../graphs/graph-callers.ts';
import { removeGraph } from '../graphs/graph-edits.ts';
import { createProjectOpenError, type Project, ProjectError } from './project.ts';
import type { RaiseEvent } from '#runtime/link/raise-event.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import type { VariableDocument } from '../variables/variables.ts';
import type { ProjectFiles, ProjectFilesOptions, ProjectStorage } from './project-storage.ts';
import type { LockProject, ProjectLock } from './saving/project-lock.ts';

export interface ProjectLifecycle {
  /**
   * Saves and closes the open project, then opens another. If the other project can't be opened, the previous one is
   * reopened.
   * @param folder the folder of the project; nothing happens if this project is already open
   * @throws ProjectError when the project cannot be opened
   * @throws ApiError SAVE_FAILED when the open project cannot be saved; that project then stays open
   */
  openProject(folder: string): Promise<Project>;
  /**
   * Opens a project that a client has requested. The folder must already contain a project.
   * @throws ApiError ACTION_FAILED with the reason when the project cannot be opened
   */
  openExistingProject(path: string): Promise<Project>;
  /**
   * Closes the open project in the controller and in the runtime.
   * @param mustSave whether edits must be saved in the project's files, and not only in the edit journal; true by
   * default
   * @returns whether a project was open
   * @throws ApiError SAVE_FAILED when saving fails; the project then stays open
   */
  closeProject(mustSave?: boolean): Promise<boolean>;
  /**
   * Records the service's address in the project lock. Other processes that find the project locked can then read the
   * address.
   */
  announceAddress(address: string): Promise<void>;
  /** Unlocks the project folder, so that another process can open it. Unsaved edits remain in the edit journal. */
  releaseProject(): Promise<void>;
}

/** Accesses the files of the open project. */
export interface OpenProjectFiles {
  /** Returns `undefined` while no project is open. */
  getFiles(): ProjectFiles | undefined;
  /** @throws ApiError NO_PROJECT */
  requireFiles(): ProjectFiles;
}

interface ProjectContents {
  readonly graphs: readonly GraphDocument[];
  readonly variables: readonly VariableDocument[];
}

interface ProjectLifecycleOptions extends Omit<ProjectFilesOptions, 'project'> {
  readonly projectStorage: ProjectStorage;
  /** Locks the project against other processes. Absent when no other process can access the project. */
  readonly lockProject: LockProject | undefined;
  readonly raise: RaiseEvent;
  /** Runs calls one after another. */
  enqueue<T>(run: () => Promise<T>): Promise<T>;
  /** Removes a project's contents from the runtime, and raises events for its deleted variables. */
  releaseContents(contents: ProjectContents): Promise<void>;
  /** Notifies the runtime which project is open, if any. */
  notifyRuntime(project: Project | undefined): Promise<void>;
  runStartupGraphs(project: Project): Promise<void>;
}

export const createProjectLifecycle = (
  options: ProjectLifecycleOptions,
): ProjectLifecycle & OpenProjectFiles => {
  const { projectStorage, store, variables, pendingVariables, lockProject, log, raise, enqueue } = options;
  const { releaseContents, notifyRuntime, runStartupGraphs } = options;
  let files: ProjectFiles | undefined;
  let lock: ProjectLock | undefined;
  let address: string | undefined;

  /** Empties the store, unlocks the folder, and returns what the store contained. */
  const release = async (): Promise<ProjectContents> => {
    const graphs = [...store.graphs.values()];
    const contents = { graphs, variables: [...variables.values()] };
    // Commits synchronously, so that no edit can be made after the last commit.
    files?.commit();
    files?.close();
    const assetFiles = files?.assetFiles;
    files = undefined;
    for (const graph of graphs) removeGraph(store, graph);
    variables.clear();
    pendingVariables.clear();
    await assetFiles?.close();
    await lock?.release();
    lock = undefined;
    return contents;
  };

  /** Locks and opens a project. If this fails, no project is open. */
  const openFiles = async (path: string): Promise<Project> => {
    const { project, variables: saved } = await projectStorage.read(path);
    lock = await lockProject?.(project.folder, (message) => log({ severity: 'warning', message }));
    try {
      for (const [id, variable] of saved) variables.set(id, variable);
      files = await projectStorage.open({ ...options, project });
      await files.openGraphs((file, reason) =>
        log({ severity: 'error', message: `The graph file ${file} could not be opened: ${reason}` }),
      );
      updateCallers(store, log, { countsAsEdit: false });
    } catch (failure) {
      await release();
      throw failure;
    }
    if (address !== undefined) await lock?.announceAddress(address);
    return project;
  };

  const openAndAnnounce = async (folder: string): Promise<Project> => {
    const project = await openFiles(folder);
    await notifyRuntime(project);
    raise('project.opened', { projectName: project.name, path: project.folder });
    await runStartupGraphs(project);
    return project;
  };

  const saveAndClose = async (mustSave: boolean): Promise<boolean> => {
    const closing = files;
    if (!closing) return false;
    await closing.saveChanges().catch((failure) => {
      if (mustSave || closing.editFailure) throw failure;
    });
    const { name, folder } = closing.project;
    const contents = await release();
    try {
      await releaseContents(contents);
      await notifyRuntime(undefined);
    } finally {
      // The event is raised even if the runtime reports an error.
      raise('project.closed', { projectName: name, path: folder });
    }
    return true;
  };

  const open = async (path: string): Promise<Project> => {
    const targetFolder = projectStorage.normalizePath(path);
    const current = files?.project;
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
    getFiles: () => files,
    requireFiles() {
      if (files) return files;
      throw new ApiError('NO_PROJECT');
    },
    openProject: (folder) => enqueue(() => open(folder)),
    openExistingProject: (path) =>
      enqueue(async () => {
        try {
          return await open(await projectStorage.findExisting(path));
        } catch (failure) {
          throw failure instanceof ProjectError
            ? createProjectOpenError(path, `${failure.message}.`)
            : failure;
        }
      }),
    closeProject: (mustSave = true) => enqueue(() => saveAndClose(mustSave)),
    async announceAddress(at) {
      address = at;
      await lock?.announceAddress(at);
    },
    releaseProject: async () => void (await release()),
  };
};
