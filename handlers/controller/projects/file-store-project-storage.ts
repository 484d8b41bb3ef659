/** The only project of a file store, on hosts without folders (C-220). */
import { createSerialQueue } from '#runtime/shared/serial-queue.ts';
import { decodeUtf8 } from '#runtime/shared/text-encoding.ts';
import { clearChanges } from '../graphs/change-tracking.ts';
import { encodeProjectFile } from './encode-project-file.ts';
import { serializeGraphFileInChunks } from './graph-file-format.ts';
import {
  checkNotReserved,
  checkPathNames,
  findReservedName,
  graphFilePattern,
  type GraphLocations,
  isInGraphsFolder,
  createGraphLocations,
} from './graph-locations.ts';
import { parseGraphFile, openOrCopyGraph } from './open-graph.ts';
import { parseProjectFile, serializeProjectFile } from './project-file-format.ts';
import { foldFileName } from './project-paths.ts';
import { createProjectOpenError, describeErrorInOneLine, ProjectError, projectFile } from './project.ts';
import { createWriteRetry, toSaveError } from './saving/write-retry.ts';
import type { FileStore } from '#runtime/shared/file-store.ts';
import type { ApiError } from '#spec/errors.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { ProjectFiles, ProjectFilesOptions, ProjectStorage } from './project-storage.ts';

/**
 * Creates storage for the only project of a file store.
 * @param name the name of the project, which clients see as the folder `/name`
 */
export const createFileStoreProjectStorage = (store: FileStore, name: string): ProjectStorage => {
  const projectPath = `/${name}`;
  return {
    normalizePath: (path) => path,
    async findExisting(path) {
      if (path === projectPath || path === `${projectPath}/${projectFile}`) return projectPath;
      throw createProjectOpenError(
        path,
        `'${path}' does not exist: the only project of this host is '${projectPath}'.`,
      );
    },
    async read(folder) {
      const createReadError = (reason: string): ProjectError =>
        new ProjectError(`'${folder}' is not a readable project: ${projectFile}: ${reason}`);
      const content = folder === projectPath ? await store.read(projectFile) : undefined;
      if (!content) throw createReadError('there is no such file');
      try {
        const { variables, ...head } = parseProjectFile(decodeUtf8(content));
        return { project: { name, folder, ...head }, variables };
      } catch (failure) {
        throw createReadError(describeErrorInOneLine(failure));
      }
    },
    open: (options) => openFileStoreProjectFiles(store, options),
  };
};

/**
 * Opens the project's files. There is no edit journal, because edits are written to the files before they are
 * acknowledged.
 */
const openFileStoreProjectFiles = async (
  files: FileStore,
  { project, store, variables, pendingVariables, now, log }: ProjectFilesOptions,
): Promise<ProjectFiles> => {
  const writeRetry = createWriteRetry(now, log);
  const serializeHead = (): string => serializeProjectFile(variables, project.unknownKeys);
  let savedHead = serializeHead();
  const savedRevisions = new Map<string, number>();
  let failure: ApiError | undefined;
  let revision = 0;
  let isDirty = false;
  /** Runs writes one after another, so that an older state never overwrites a newer one. */
  const enqueue = createSerialQueue();

  const write = async (path: string, parts: Iterable<string>): Promise<void> => {
    try {
      await files.write(path, Buffer.concat([...encodeProjectFile(parts)]));
    } catch (error) {
      writeRetry.recordFailure(path, error);
      failure = toSaveError(path, error);
      throw failure;
    }
    writeRetry.recordSuccess(path);
  };

  const writeGraph = async (graph: GraphDocument): Promise<void> => {
    const { id, path, revision } = graph;
    await write(path, serializeGraphFileInChunks(graph));
    savedRevisions.set(id, revision);
  };

  const writeHead = async (): Promise<void> => {
    const head = serializeHead();
    if (head === savedHead) return;
    await write(projectFile, [head]);
    savedHead = head;
  };

  const isChanged = ({ id, revision }: GraphDocument): boolean => savedRevisions.get(id) !== revision;

  const hasPendingEdits = (): boolean => store.pending.size > 0 || pendingVariables.size > 0;

  const commit = (): void => {
    if (!hasPendingEdits()) return;
    const { pending } = store;
    revision += 1;
    isDirty = true;
    for (const graph of pending) clearChanges(graph);
    pendingVariables.clear();
  };

  const saveChanges = (): Promise<void> =>
    enqueue(async () => {
      commit();
      if (!isDirty) return;
      isDirty = false;
      const writes = [
        writeHead,
        ...[...store.graphs.values()].filter(isChanged).map((graph) => () => writeGraph(graph)),
      ];
      const failures: unknown[] = [];
      for (const writeFile of writes) await writeFile().catch((failure) => failures.push(failure));
      if (failures.length === 0) return;
      isDirty = true;
      throw failures[0];
    });

  /** Saves changes when a retry is due. If writing fails, the failure is reported and writing is tried again later. */
  const retryIfDue = async (): Promise<void> => {
    if (writeRetry.isDue) await saveChanges().catch(() => {});
  };

  return {
    project,
    locations: createFileStoreGraphLocations(files, store),
    get unsavedSince() {
      return writeRetry.failingSince;
    },
    get editFailure() {
      return writeRetry.failingSince && failure;
    },
    get hasUncommittedEdits() {
      return hasPendingEdits();
    },
    get isDirty() {
      return isDirty;
    },
    get revision() {
      return revision;
    },
    async openGraphs(onDamaged) {
      const paths = (await files.list('')).filter(
        (path) => /\.json$/i.test(path) && findReservedName(path) === undefined,
      );
      for (const path of paths.toSorted()) {
        try {
          const text = decodeUtf8((await files.read(path)) ?? new Uint8Array());
          if (!mayBeGraphText(path, text)) continue;
          const { graph, hasNewIds } = openOrCopyGraph(store, path, parseGraphFile(text), log);
          if (!hasNewIds) savedRevisions.set(graph.id, graph.revision);
        } catch (failure) {
          onDamaged(path, describeErrorInOneLine(failure));
        }
      }
    },
    commit,
    sync: retryIfDue,
    syncWithFiles: retryIfDue,
    saveGraph: (graph) => enqueue(() => writeGraph(graph)),
    saveChanges,
    async removeGraph(graph, { deleteFile }) {
      savedRevisions.delete(graph.id);
      if (!deleteFile) return;
      try {
        await enqueue(() => files.remove(graph.path));
      } catch (failure) {
        throw toSaveError(graph.path, failure);
      }
    },
    close() {},
  };
};

/** Returns whether a file may be a graph. A file outside the graphs folder must begin like a graph. */
const mayBeGraphText = (path: string, text: string): boolean =>
  isInGraphsFolder(path) || graphFilePattern.test(text);

/**
 * Resolves graph paths in a file store. As in a folder, names that differ only in letter case or normalization are
 * treated as equal.
 */
const createFileStoreGraphLocations = (files: FileStore, store: GraphStore): GraphLocations => {
  const find: GraphLocations['find'] = async (requestedPath) => {
    checkPathNames(requestedPath);
    const requested = foldFileName(requestedPath);
    const existing = (await files.list('')).find((path) => foldFileName(path) === requested);
    const path = existing ?? requestedPath;
    checkNotReserved(path, requestedPath);
    const graph = store.graphs.findByPath(path);
    return { path: graph?.path ?? path, graph, isTaken: existing !== undefined || graph !== undefined };
  };
  return createGraphLocations(store, find, async (path) =>
    decodeUtf8((await files.read(path)) ?? new Uint8Array()),
  );
};
