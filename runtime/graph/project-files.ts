/** The open project on disk: what is there, what has changed since, and when it is written. */
import { readFile, rm, stat } from 'node:fs/promises';
import type { GraphDocument } from './document.ts';
import { resolveInside, writeAtomically } from './files.ts';
import { graphFilePieces, openGraphFile } from './graph-file.ts';
import { firstLine, listGraphFiles, type Project, printProjectFile, projectFilePath } from './project.ts';
import type { GraphStore } from './store.ts';
import { createTurns } from './turns.ts';
import type { Variables } from './variables.ts';

export interface ProjectFiles {
  readonly project: Project;
  /** Opens every graph file; one that cannot be opened is told of and left alone. */
  openGraphs(onDamaged: (file: string, why: string) => void): Promise<void>;
  /** Whether a file is at a project path. @throws Fault INVALID_REQUEST for a path outside the project */
  holds(path: string): Promise<boolean>;
  /** Writes a graph, changed or not. */
  save(graph: GraphDocument): Promise<void>;
  /** Writes everything that changed since it was last on disk. @throws the first failure, after all else is written */
  saveChanges(): Promise<void>;
  /** Forgets a graph that was removed, and deletes its file when that is to go too. */
  forget(graph: GraphDocument, options: { deleteFile: boolean }): Promise<void>;
}

export const createProjectFiles = (
  project: Project,
  store: GraphStore,
  variables: Variables,
): ProjectFiles => {
  const { folder } = project;
  const savedRevisions = new Map<string, number>();
  let savedHead = printProjectFile(variables);
  /** Writes take turns, so that an older state never lands on a newer one. */
  const inTurn = createTurns();

  const writeGraph = async (graph: GraphDocument): Promise<void> => {
    const { revision } = graph;
    await writeAtomically(await resolveInside(folder, graph.path), graphFilePieces(graph));
    savedRevisions.set(graph.id, revision);
  };

  const writeHead = async (): Promise<void> => {
    const head = printProjectFile(variables);
    if (head === savedHead) return;
    await writeAtomically(projectFilePath(project), head);
    savedHead = head;
  };

  return {
    project,
    async openGraphs(onDamaged) {
      for (const file of await listGraphFiles(project)) {
        try {
          const graph = openGraphFile(store, file, await readFile(await resolveInside(folder, file), 'utf8'));
          savedRevisions.set(graph.id, graph.revision);
        } catch (failure) {
          onDamaged(file, firstLine(failure));
        }
      }
    },
    async holds(path) {
      const place = await resolveInside(folder, path);
      return stat(place).then(
        () => true,
        () => false,
      );
    },
    save: (graph) => inTurn(() => writeGraph(graph)),
    saveChanges: () =>
      inTurn(async () => {
        const changed = [...store.graphs.values()].filter(
          ({ id, revision }) => savedRevisions.get(id) !== revision,
        );
        const writes = [writeHead, ...changed.map((graph) => () => writeGraph(graph))];
        const failures: unknown[] = [];
        for (const write of writes) await write().catch((failure) => failures.push(failure));
        if (failures.length > 0) throw failures[0];
      }),
    async forget(graph, { deleteFile }) {
      savedRevisions.delete(graph.id);
      if (deleteFile) await inTurn(async () => rm(await resolveInside(folder, graph.path), { force: true }));
    },
  };
};
