/** The open project on disk. Handles its files, external changes and saving (C-66). */
import { rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { getFileFingerprint } from '#runtime/shared/atomic-write.ts';
import { createSerialQueue } from '#runtime/shared/serial-queue.ts';
import { createFolderAssetFiles } from './asset-files/folder-asset-files.ts';
import { encodeProjectFile } from './encode-project-file.ts';
import { findGraphFiles, mayBeGraphFile } from './find-graph-files.ts';
import { createFolderGraphLocations } from './folder-graph-locations.ts';
import { serializeGraphFileInChunks } from './graph-file-format.ts';
import { serializeProjectFile } from './project-file-format.ts';
import { describeErrorInOneLine, graphsFolder, projectFile, serviceFolder } from './project.ts';
import { resolveProjectPath } from './read-file.ts';
import { createEditJournal } from './saving/edit-journal.ts';
import { createEditRecorder } from './saving/edit-recorder.ts';
import { createExternalChangeDetector } from './saving/external-change-detector.ts';
import {
  createFileWriter,
  deleteTempFiles,
  type FileWrite,
  getGraphFileMode,
  restrictFileAccess,
} from './saving/file-writer.ts';
import { createFolderWatcher } from './saving/folder-watcher.ts';
import { openProjectGraphs } from './saving/open-project-graphs.ts';
import { adoptHistory, createHistoryFiles, type RenderHistory } from './saving/history-file.ts';
import { recoverEdits } from './saving/recover-edits.ts';
import { reloadGraphFile, reloadProjectFile } from './saving/reload-changed-files.ts';
import { hasServiceFolder } from './saving/service-folder.ts';
import { createWriteRetry, toSaveError } from './saving/write-retry.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import type { ProjectFiles, ProjectFilesOptions } from './project-storage.ts';

/**
 * Files are saved when no edits have been made for this time. A maximum delay and a maximum journal size apply, too.
 */
const saveDelayMs = 1_000;
const maxSaveDelayMs = 30_000;
const maxJournalBytes = 64 * 1024 * 1024;

interface EditPeriod {
  readonly firstMs: number;
  readonly lastMs: number;
}

const getLastEditMs = (edited: EditPeriod | undefined): number => edited?.lastMs ?? 0;

/**
 * Opens the files of a project in a folder.
 * @throws ProjectError when the edit journal cannot be used
 */
export const openFolderProjectFiles = async ({
  project,
  store,
  variables,
  pendingVariables,
  now,
  assetFileLimits,
  replaceVariables,
  log,
}: ProjectFilesOptions): Promise<ProjectFiles> => {
  const { folder } = project;
  const warn = (message: string): void => log({ severity: 'warning', message });
  await deleteTempFiles(folder);
  if (hasServiceFolder(folder)) await deleteTempFiles(join(folder, serviceFolder));
  let { unknownKeys } = project;
  const serializeHead = (): string => serializeProjectFile(variables, unknownKeys);
  /** The content of project.json, and the ids of its variables. */
  const readHead = () => ({ text: serializeHead(), ids: [...variables.keys()] });
  let savedHead = readHead();
  const edits = await recoverEdits(folder);
  edits.applyVariables(variables);

  const resolvePath = (path: string): Promise<string> => resolveProjectPath(folder, path);
  const changeDetector = createExternalChangeDetector(resolvePath);
  await changeDetector.read(projectFile);
  const journal = createEditJournal(folder, edits.lastSegment);
  const folderWatcher = createFolderWatcher(folder);
  const fileRetry = createWriteRetry(now, log);
  const writeFiles = createFileWriter({ folder, changeDetector, journal, writeRetry: fileRetry, warn });
  const savedRevisions = new Map<string, number>();
  /** The times of the first and the last unsaved edit; `undefined` if there are no unsaved edits. */
  let edited: EditPeriod | undefined =
    edits.lastSegment > 0 ? { firstMs: now().getTime(), lastMs: 0 } : undefined;
  let isSaving = false;
  let revision = 0;
  /** Runs writes one after another, so that an older state never overwrites a newer one. */
  const enqueue = createSerialQueue();

  const isChanged = ({ id, revision }: GraphDocument): boolean => savedRevisions.get(id) !== revision;

  const changedVariables = (): Iterable<string> =>
    serializeHead() === savedHead.text ? [] : [...variables.keys(), ...savedHead.ids];

  const editRecorder = createEditRecorder({
    ...{ journal, store, variables, pendingVariables, recovered: edits.graphs.keys(), now, log },
    ...{ getFileHash: changeDetector.getHash, isChanged, changedVariables },
    onEdit() {
      revision += 1;
      const time = now().getTime();
      edited = { firstMs: edited?.firstMs ?? time, lastMs: time };
    },
  });

  const historyFiles = createHistoryFiles(folder);
  /** The contents of histories whose graphs are saved, keyed by graph id. */
  const unsavedHistories = new Map<string, Uint8Array | undefined>();

  const createGraphWrite = (graph: GraphDocument): FileWrite => {
    const { id, path, revision } = graph;
    let renderHistory: RenderHistory | undefined;
    return {
      path,
      getMode: () => getGraphFileMode(graph),
      createChunks() {
        renderHistory = historyFiles.serialize(graph);
        return encodeProjectFile(serializeGraphFileInChunks(graph));
      },
      createJournalLine: (hash) => editRecorder.getWriteLine(id, hash),
      onWritten() {
        savedRevisions.set(id, revision);
        unsavedHistories.set(id, renderHistory?.(changeDetector.getHash(path) ?? ''));
      },
    };
  };

  /** Writes the histories of saved graphs. A history that can't be written is lost when the project is closed. */
  const writeHistories = async (): Promise<void> => {
    for (const [id, content] of unsavedHistories) {
      try {
        await historyFiles.write(id, content);
        unsavedHistories.delete(id);
      } catch (failure) {
        const graph = store.graphs.get(id);
        if (graph) editRecorder.markIncomplete(graph);
        warn(`The history of a graph could not be written: ${describeErrorInOneLine(failure)}`);
      }
    }
  };

  const writeGraphs = async (writes: readonly FileWrite[]): Promise<void> => {
    try {
      await writeFiles(writes);
    } finally {
      await writeHistories();
    }
  };

  /** If project.json has been deleted, the file is written again, because the project doesn't open without it. */
  const createHeadWrites = async (): Promise<FileWrite[]> => {
    const head = readHead();
    const isSaved =
      head.text === savedHead.text &&
      (await getFileFingerprint(await resolvePath(projectFile))) !== undefined;
    if (isSaved) return [];
    const onWritten = (): void => {
      savedHead = head;
    };
    return [{ path: projectFile, createChunks: () => encodeProjectFile([head.text]), onWritten }];
  };

  const onOpened = async (graph: GraphDocument): Promise<void> => {
    const { id, revision } = graph;
    savedRevisions.set(id, revision);
    const saved = await historyFiles.read(id);
    // The graph may have been edited in the meantime.
    if (saved && saved.file === changeDetector.getHash(graph.path) && graph.revision === revision) {
      adoptHistory(graph, saved);
      savedRevisions.set(id, graph.revision);
    }
    await restrictFileAccess(await resolvePath(graph.path), graph).catch((failure) =>
      warn(
        `${graph.path} contains secrets, but other users may be able to read it: ${describeErrorInOneLine(failure)}`,
      ),
    );
  };

  const reloadHead = async (): Promise<void> => {
    const keys = await reloadProjectFile({
      ...{ changeDetector, replaceVariables, log },
      isChanged: () => pendingVariables.size > 0 || serializeHead() !== savedHead.text,
    });
    if (!keys) return;
    unknownKeys = keys;
    savedHead = readHead();
    pendingVariables.clear();
  };

  const watchGraphFolders = (): Promise<void> =>
    folderWatcher.watch(new Set([...store.graphs.values()].map(({ path }) => posix.dirname(path))));

  const saveChanges = (): Promise<void> =>
    enqueue(async () => {
      editRecorder.commit();
      isSaving = true;
      const before = edited;
      edited = undefined;
      const deleteOldSegments = editRecorder.rotate();
      try {
        await writeGraphs([
          ...(await createHeadWrites()),
          ...[...store.graphs.values()].filter(isChanged).map(createGraphWrite),
        ]);
      } catch (failure) {
        edited = { firstMs: before?.firstMs ?? now().getTime(), lastMs: getLastEditMs(edited) };
        throw failure;
      } finally {
        isSaving = false;
      }
      await watchGraphFolders();
      // Without newer edits, the files contain everything in the journal, so that the current segment can be deleted,
      // too.
      await (edited ? deleteOldSegments() : editRecorder.rotate()());
      editRecorder.forgetOldSegments();
    });

  /** Writes a complete graph to the journal after another program has deleted the graph's file. */
  const handleDeletedFile = (path: string): void => {
    const graph = store.graphs.findByPath(path);
    if (graph?.path === path) editRecorder.rewriteGraph(graph);
    if (path !== projectFile) return;
    const time = now().getTime();
    edited ??= { firstMs: time, lastMs: time };
    warn(`${projectFile} was deleted by another program; it will be written again.`);
  };

  const isTimeToSave = (): boolean => {
    if (!edited || !fileRetry.isDue) return false;
    const time = now().getTime();
    // Uses the absolute difference, because the clock may have been set back.
    const elapsedSince = (timestamp: number): number => Math.abs(time - timestamp);
    return (
      elapsedSince(edited.lastMs) >= saveDelayMs ||
      elapsedSince(edited.firstMs) >= maxSaveDelayMs ||
      journal.size >= maxJournalBytes
    );
  };

  return {
    project,
    locations: createFolderGraphLocations(folder, store),
    assetFiles: createFolderAssetFiles(folder, assetFileLimits),
    get unsavedSince() {
      return [editRecorder.failingSince, fileRetry.failingSince]
        .filter((time) => time !== undefined)
        .sort((a, b) => a.getTime() - b.getTime())[0];
    },
    get editFailure() {
      return editRecorder.failure;
    },
    get hasUncommittedEdits() {
      return editRecorder.hasPendingEdits;
    },
    get isDirty() {
      return edited !== undefined;
    },
    get revision() {
      return revision;
    },
    async openGraphs(onDamaged) {
      await folderWatcher.watch(['', graphsFolder]);
      const { files, notices } = await findGraphFiles(folder);
      for (const notice of notices) warn(notice);
      await openProjectGraphs(
        {
          ...{
            store,
            changeDetector,
            recoveredEdits: edits,
            historyFiles,
            resolvePath,
            onOpened,
            onDamaged,
            log,
          },
          unopenedEditsFolder: join(folder, serviceFolder),
        },
        files,
      );
      await watchGraphFolders();
    },
    commit: editRecorder.commit,
    sync: () => editRecorder.sync(edited !== undefined || isSaving),
    async syncWithFiles() {
      const mayBeGraph = (path: string): Promise<boolean> => mayBeGraphFile(folder, path);
      const { changed, deleted } = await folderWatcher.takeSettledChanges();
      for (const path of deleted) handleDeletedFile(path);
      for (const path of changed) {
        await enqueue(() =>
          path === projectFile
            ? reloadHead()
            : reloadGraphFile({ store, changeDetector, isChanged, mayBeGraph, onOpened, log }, path),
        );
      }
      // Errors are ignored here, because a failed write is already reported and will be retried.
      if (isTimeToSave()) await saveChanges().catch(() => {});
    },
    saveGraph: (graph) =>
      // The graph may have been opened again while the save was waiting. A removed graph is saved as it was.
      enqueue(() => writeGraphs([createGraphWrite(store.graphs.get(graph.id) ?? graph)])),
    saveChanges,
    async removeGraph(graph, { deleteFile }) {
      savedRevisions.delete(graph.id);
      const removalLine = editRecorder.getRemovalLine(graph, { deleted: deleteFile });
      if (!deleteFile) {
        // Either the line is written together with the replacement graph, or it is not written at all.
        editRecorder.addRemovalLine(removalLine);
        return;
      }
      try {
        if (removalLine !== '') journal.append([removalLine]);
        await enqueue(async () => {
          await rm(await resolvePath(graph.path), { force: true });
          await historyFiles.write(graph.id, undefined);
        });
        changeDetector.forget(graph.path);
      } catch (failure) {
        throw toSaveError(graph.path, failure);
      }
    },
    close() {
      folderWatcher.close();
      journal.close();
    },
  };
};
