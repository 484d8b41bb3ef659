/** The project that is open, from the lock on its folder to the graphs in the store. */
import type { ConsoleLine } from '../../link/console-writer.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import { removeGraph } from '../graphs/graph-edits.ts';
import type { Project } from './project.ts';
import type { ProjectFiles, ProjectStorage } from './project-storage.ts';
import type { LockProject, ProjectLock } from './saving/project-lock.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { VariableDocument, Variables } from '../variables/variables.ts';

interface ProjectSession {
  /** Undefined while no project is open. */
  readonly files: ProjectFiles | undefined;
  /** @throws ProjectError; nothing is open then */
  open(path: string): Promise<Project>;
  /**
   * Empties the store, and lets go of the folder for another process to open. What was not saved stays in the journal of
   * edits.
   * @returns what was in the store
   */
  close(): Promise<{ graphs: readonly GraphDocument[]; variables: readonly VariableDocument[] }>;
  /** Says where the service can be reached, to whoever finds the folder locked, now and later. */
  announceAddress(address: string): Promise<void>;
}

interface ProjectSessionOptions {
  readonly projectStorage: ProjectStorage;
  readonly store: GraphStore;
  readonly variables: Variables;
  /** Ids of variables with changes that the journal of edits has yet to take. */
  readonly pendingVariables: Set<string>;
  readonly now: () => Date;
  /** Keeps other processes out; absent where nobody else can come. */
  readonly lockProject?: LockProject | undefined;
  /** Puts the variables that another program has written in the place of those that are there. */
  replaceVariables(variables: Variables): void;
  log(line: ConsoleLine): void;
}

export const createProjectSession = (options: ProjectSessionOptions): ProjectSession => {
  const { projectStorage, store, variables, pendingVariables, lockProject, log } = options;
  let files: ProjectFiles | undefined;
  let lock: ProjectLock | undefined;
  let address: string | undefined;

  const letGo: ProjectSession['close'] = async () => {
    const graphs = [...store.graphs.values()];
    const left = { graphs, variables: [...variables.values()] };
    // All at once, so that nobody edits what is no longer written down.
    files?.commit();
    files?.close();
    files = undefined;
    for (const graph of graphs) removeGraph(store, graph);
    variables.clear();
    pendingVariables.clear();
    await lock?.release();
    lock = undefined;
    return left;
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
        await files.openGraphs((file, why) =>
          log({ severity: 'error', message: `The graph file ${file} could not be opened: ${why}` }),
        );
      } catch (failure) {
        await letGo();
        throw failure;
      }
      if (address !== undefined) await lock?.announceAddress(address);
      return project;
    },
    close: letGo,
    async announceAddress(at) {
      address = at;
      await lock?.announceAddress(at);
    },
  };
};
