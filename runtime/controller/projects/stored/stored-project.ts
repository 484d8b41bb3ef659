/** The open project in a store: every edit is in its files before it is acknowledged (register: C-220). */
import type { ApiError } from '#spec/errors.ts';
import type { FileStore } from '../../../disk/file-store.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { bytesOf, limited, textOf } from '../../../disk/text.ts';
import { createSerialQueue } from '../../../serial-queue.ts';
import { clearChanges } from '../../graphs/changes.ts';
import type { GraphDocument } from '../../graphs/document.ts';
import { graphFilePieces } from '../graph-file-text.ts';
import { openOrCopy } from '../open-copies.ts';
import { readGraphFile } from '../open-graph.ts';
import { graphBeginning, isInGraphs, reservedName } from '../places.ts';
import { firstLine, projectFile } from '../project.ts';
import { printProjectFile } from '../project-head.ts';
import type { ProjectFiles, ProjectFilesOptions } from '../project-home.ts';
import { createTrouble, saveFailed } from '../saving/trouble.ts';
import { createStoredPlaces } from './stored-places.ts';

/** Whether a file may be a graph: those elsewhere than among the graphs may be anything. */
const mayBeGraph = (path: string, text: string): boolean => isInGraphs(path) || graphBeginning.test(text);

export const openStoredProject = async (
  files: FileStore,
  { project, store, variables, pendingVariables, now, log }: ProjectFilesOptions,
): Promise<ProjectFiles> => {
  const trouble = createTrouble(now, log);
  const printHead = (): string => printProjectFile(variables, project.unknownKeys);
  let savedHead = printHead();
  const savedRevisions = new Map<string, number>();
  let failure: ApiError | undefined;
  let revision = 0;
  let isDirty = false;
  /** Writes take turns, so that an older state never lands on a newer one. */
  const inTurn = createSerialQueue();

  const write = async (path: string, pieces: Iterable<string>): Promise<void> => {
    try {
      await files.write(path, bytesOf(limited(pieces, maxProjectFileBytes)));
    } catch (thrown) {
      trouble.failed(path, thrown);
      failure = saveFailed(path, thrown);
      throw failure;
    }
    trouble.succeeded(path);
  };

  const writeGraph = async (graph: GraphDocument): Promise<void> => {
    const { id, path, revision } = graph;
    await write(path, graphFilePieces(graph));
    savedRevisions.set(id, revision);
  };

  const writeHead = async (): Promise<void> => {
    const head = printHead();
    if (head === savedHead) return;
    await write(projectFile, [head]);
    savedHead = head;
  };

  const isChanged = ({ id, revision }: GraphDocument): boolean => savedRevisions.get(id) !== revision;

  const isBehind = (): boolean => store.pending.size > 0 || pendingVariables.size > 0;

  const commit = (): void => {
    if (!isBehind()) return;
    const { pending } = store;
    revision += 1;
    isDirty = true;
    for (const graph of pending) clearChanges(graph);
    pendingVariables.clear();
  };

  const saveChanges = (): Promise<void> =>
    inTurn(async () => {
      commit();
      if (!isDirty) return;
      isDirty = false;
      const writes = [
        writeHead,
        ...[...store.graphs.values()].filter(isChanged).map((graph) => () => writeGraph(graph)),
      ];
      const failures: unknown[] = [];
      for (const each of writes) await each().catch((failure) => failures.push(failure));
      if (failures.length === 0) return;
      isDirty = true;
      throw failures[0];
    });

  /** What cannot be written is told of, and tried again. */
  const catchUp = async (): Promise<void> => {
    if (trouble.mayTry) await saveChanges().catch(() => {});
  };

  return {
    project,
    places: createStoredPlaces(files, store),
    get unsavedSince() {
      return trouble.since;
    },
    get editFailure() {
      return trouble.since && failure;
    },
    get isBehind() {
      return isBehind();
    },
    get isDirty() {
      return isDirty;
    },
    get revision() {
      return revision;
    },
    async openGraphs(onDamaged) {
      const paths = (await files.list('')).filter(
        (path) => /\.json$/i.test(path) && reservedName(path) === undefined,
      );
      for (const path of paths.toSorted()) {
        try {
          const text = textOf((await files.read(path)) ?? new Uint8Array());
          if (!mayBeGraph(path, text)) continue;
          const { graph, hasNewIds } = openOrCopy(store, path, readGraphFile(text), log);
          if (!hasNewIds) savedRevisions.set(graph.id, graph.revision);
        } catch (failure) {
          onDamaged(path, firstLine(failure));
        }
      }
    },
    commit,
    sync: catchUp,
    tend: catchUp,
    save: (graph) => inTurn(() => writeGraph(graph)),
    saveChanges,
    async forget(graph, { deleteFile }) {
      savedRevisions.delete(graph.id);
      if (!deleteFile) return;
      try {
        await inTurn(() => files.remove(graph.path));
      } catch (failure) {
        throw saveFailed(graph.path, failure);
      }
    },
    close() {},
  };
};
