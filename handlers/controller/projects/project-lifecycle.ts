/** Opens and closes projects. At most one project is open at a time. */
import { removeGraph } from '../graphs/graph-edits.ts';
import { createProjectOpenError, type Project, ProjectError } from './project.ts';
import type { RaiseEvent } from '#runtime/link/raise-event.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import type { VariableDocument } from '../variables/variables.ts';
import type { ProjectFiles, ProjectFilesOptions, ProjectStorage } from './project-storage.ts';
import type { LockProject, ProjectLock } from './saving/project-lock.ts';

interface ProjectContents {
  readonly graphs: readonly GraphDocument[];
  readonly variables: readonly VariableDocument[];
}

/** Opens and closes projects. The caller must make sure that calls don't overlap. */
interface ProjectLifecycle {
  /**
   * Saves and closes the open project, then opens another one. If opening fails, the previous project is reopened.
   * @param folder the folder of the project; nothing happens if this project is already open
   * @throws ProjectError when the project cannot be opened
   * @throws ApiError SAVE_FAILED when the previous project can't be saved; the previous project then stays open
   */
  open(folder: string): Promise<Project>;
  /**
   * Opens an existing project at a path that a client has sent.
   * @throws ApiError ACTION_FAILED with the reason when the project can't be opened
   */
  openExisting(path: string): Promise<Project>;
  /**
   * Closes the open project in the controller and in the runtime.
   * @param mustSave whether edits must be saved in the project's files, and not only in the edit journal
   * @returns whether a project was open
   * @throws ApiError SAVE_FAILED when saving fails; the project then stays open
   */
  close(mustSave: boolean): Promise<boolean>;
}

interface ProjectLifecycleOptions {
  readonly projectStorage: ProjectStorage;
  readonly session: ProjectSession;
  readonly raise: RaiseEvent;
  /** Removes a project's contents from the runtime, and raises events for its deleted variables. */
  releaseContents(contents: ProjectContents): Promise<void>;
  /** Tells the runtime which project is open. */
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
      // The event is raised even if the runtime reports an error.
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

/** The open project, from the lock on its folder to the graphs in the store. */
interface ProjectSession {
  /** The files of the open project; `undefined` while no project is open. */
  readonly files: ProjectFiles | undefined;
  /**
   * Opens the project at a path.
   * @throws ProjectError when opening fails; no project is open then
   */
  open(path: string): Promise<Project>;
  /**
   * Empties the store and unlocks the folder. Unsaved edits remain in the edit journal.
   * @returns the previous contents of the store
   */
  close(): Promise<ProjectContents>;
  /** Writes the service's address to the project lock, so that other processes can report the address. */
  announceAddress(address: string): Promise<void>;
}

interface ProjectSessionOptions extends Omit<ProjectFilesOptions, 'project'> {
  readonly projectStorage: ProjectStorage;
  /** Locks the project against other processes. Absent when no other process can access the project. */
  readonly lockProject?: LockProject | undefined;
}

export const createProjectSession = (options: ProjectSessionOptions): ProjectSession => {
  const { projectStorage, store, variables, pendingVariables, lockProject, log } = options;
  let files: ProjectFiles | undefined;
  let lock: ProjectLock | undefined;
  let address: string | undefined;

  const release: ProjectSession['close'] = async () => {
    const graphs = [...store.graphs.values()];
    const contents = { graphs, variables: [...variables.values()] };
    // Commits synchronously, so that no edit can be made after the last commit.
    files?.commit();
    files?.close();
    files = undefined;
    for (const graph of graphs) removeGraph(store, graph);
    variables.clear();
    pendingVariables.clear();
    await lock?.release();
    lock = undefined;
    return contents;
  };

  return {
    get files() {
      return files;
    },
    async open(path) {
      const { project, variables: saved } = await projectStorage.read(path);
      lock = await lockProject?.(project.folder, (message) => log({ severity: 'warning', message }));
      try {
        for (const [id, variable] of saved) variables.set(id, variable);
        files = await projectStorage.open({ ...options, project });
        await files.openGraphs((file, reason) =>
          log({ severity: 'error', message: `The graph file ${file} could not be opened: ${reason}` }),
        );
      } catch (failure) {
        await release();
        throw failure;
      }
      if (address !== undefined) await lock?.announceAddress(address);
      return project;
    },
    close: release,
    async announceAddress(at) {
      address = at;
      await lock?.announceAddress(at);
    },
  };
};
