/** Manages the open project, from the lock on its folder to the graphs in the store. */
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import { removeGraph } from '../graphs/graph-edits.ts';
import type { Project } from './project.ts';
import type { ProjectFiles, ProjectStorage } from './project-storage.ts';
import type { LockProject, ProjectLock } from './saving/project-lock.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { VariableDocument, Variables } from '../variables/variables.ts';

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
  close(): Promise<{ graphs: readonly GraphDocument[]; variables: readonly VariableDocument[] }>;
  /** Writes the service's address to the project lock, so that other processes can report the address. */
  announceAddress(address: string): Promise<void>;
}

interface ProjectSessionOptions {
  readonly projectStorage: ProjectStorage;
  readonly store: GraphStore;
  readonly variables: Variables;
  /** The ids of changed variables that have not been written to the edit journal yet. */
  readonly pendingVariables: Set<string>;
  readonly now: () => Date;
  /** Locks the project against other processes. Absent when no other process can access the project. */
  readonly lockProject?: LockProject | undefined;
  /** Replaces the variables with the ones that another program has written. */
  replaceVariables(variables: Variables): void;
  log(line: ConsoleLine): void;
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
