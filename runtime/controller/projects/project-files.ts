/** The open project on disk: what is there, what has changed since, and when it is written (register: C-66). */
import { rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { GraphDocument } from '../graphs/document.ts';
import { resolveInside } from './resolve-inside.ts';
import { findGraphFiles, mayBeGraph } from './find-graph-files.ts';
import { createGraphPlaces } from './graph-places.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { stampOf } from '../../disk/atomic.ts';
import { limited } from '../../disk/text.ts';
import { graphFilePieces } from './graph-file-text.ts';
import { firstLine, graphsFolder, projectFile, serviceFolder } from './project.ts';
import type { ProjectFiles, ProjectFilesOptions } from './project-home.ts';
import { printProjectFile } from './project-head.ts';
import { createEditJournal } from './saving/edit-journal.ts';
import { createEditLog } from './saving/edit-log.ts';
import { createFolderWatch } from './saving/folder-watch.ts';
import { createKnownFiles } from './saving/known-files.ts';
import { openGraphs } from './saving/open-graphs.ts';
import { readEdits } from './saving/recovered-edits.ts';
import { sweep } from './saving/sweep.ts';
import { takeInHead } from './saving/take-in-head.ts';
import { takeIn } from './saving/take-in.ts';
import { createTrouble, saveFailed } from './saving/trouble.ts';
import { createFileWriter, type Write } from './saving/write-files.ts';
import { guardFile, modeOf } from './secrets.ts';
import { createSerialQueue } from '../../serial-queue.ts';

/** Without edits for so long, the files are brought up to date; or after so long, or so much, in any case. */
const quietMs = 1_000;
const longestMs = 30_000;
const largestJournal = 64 * 1024 * 1024;
interface Edited {
  readonly first: number;
  readonly last: number;
}

const lastOf = (edited: Edited | undefined): number => edited?.last ?? 0;

/** @throws ProjectError when the journal of edits cannot be used */
export const openProjectFiles = async ({
  project,
  store,
  variables,
  pendingVariables,
  now,
  replaceVariables,
  log,
}: ProjectFilesOptions): Promise<ProjectFiles> => {
  const { folder } = project;
  const own = join(folder, serviceFolder);
  const warn = (message: string): void => log({ severity: 'warning', message });
  await sweep(folder);
  let { unknownKeys } = project;
  const printHead = (): string => printProjectFile(variables, unknownKeys);
  let savedHead = printHead();
  /** Ids of the variables in project.json. */
  let savedVariables: readonly string[] = [...variables.keys()];
  const headIs = (head: string, ids: readonly string[]): void => {
    savedHead = head;
    savedVariables = ids;
  };
  const edits = await readEdits(folder);
  edits.applyVariables(variables);

  const placeOf = (path: string): Promise<string> => resolveInside(folder, path);
  const known = createKnownFiles(placeOf);
  await known.read(projectFile);
  const journal = createEditJournal(folder, edits.last);
  const watch = createFolderWatch(folder);
  const fileTrouble = createTrouble(now, log);
  const writeFiles = createFileWriter({ folder, known, journal, trouble: fileTrouble, warn });
  const savedRevisions = new Map<string, number>();
  /** When the first and the last edit came that the files may lack. */
  let edited: Edited | undefined = edits.last > 0 ? { first: now().getTime(), last: 0 } : undefined;
  let isSaving = false;
  let revision = 0;
  /** Writes take turns, so that an older state never lands on a newer one. */
  const inTurn = createSerialQueue();

  const isChanged = ({ id, revision }: GraphDocument): boolean => savedRevisions.get(id) !== revision;

  const changedVariables = (): Iterable<string> =>
    printHead() === savedHead ? [] : [...variables.keys(), ...savedVariables];

  const editLog = createEditLog({
    ...{ journal, store, variables, pendingVariables, recovered: edits.graphs.keys(), now, log },
    ...{ print: known.print, isChanged, changedVariables },
    onEdit() {
      revision += 1;
      const time = now().getTime();
      edited = { first: edited?.first ?? time, last: time };
    },
  });

  const graphWrite = (graph: GraphDocument): Write => {
    const { id, path, revision } = graph;
    return {
      path,
      mode: () => modeOf(graph),
      pieces: () => limited(graphFilePieces(graph), maxProjectFileBytes),
      note: editLog.noteOf(id),
      done: () => void savedRevisions.set(id, revision),
    };
  };

  /** A project.json that was deleted is written again: without it the project does not open. */
  const headWrites = async (): Promise<Write[]> => {
    const head = printHead();
    const ids = [...variables.keys()];
    const done = (): void => headIs(head, ids);
    const isSaved = head === savedHead && (await stampOf(await placeOf(projectFile))) !== undefined;
    return isSaved ? [] : [{ path: projectFile, pieces: () => limited([head], maxProjectFileBytes), done }];
  };

  const onOpened = async (graph: GraphDocument): Promise<void> => {
    savedRevisions.set(graph.id, graph.revision);
    await guardFile(await placeOf(graph.path), graph).catch((failure) =>
      warn(`${graph.path} holds secrets that others can read: ${firstLine(failure)}`),
    );
  };

  const takeHeadIn = async (): Promise<void> => {
    const isHeadChanged = (): boolean => pendingVariables.size > 0 || printHead() !== savedHead;
    const keys = await takeInHead({ known, isChanged: isHeadChanged, replaceVariables, log });
    if (!keys) return;
    unknownKeys = keys;
    headIs(printHead(), [...variables.keys()]);
    pendingVariables.clear();
  };

  const followGraphs = (): Promise<void> =>
    watch.follow(new Set([...store.graphs.values()].map(({ path }) => posix.dirname(path))));

  const saveChanges = (): Promise<void> =>
    inTurn(async () => {
      editLog.commit();
      isSaving = true;
      const before = edited;
      edited = undefined;
      const dropOlder = editLog.rotate();
      try {
        await writeFiles([
          ...(await headWrites()),
          ...[...store.graphs.values()].filter(isChanged).map(graphWrite),
        ]);
      } catch (failure) {
        edited = { first: before?.first ?? now().getTime(), last: lastOf(edited) };
        throw failure;
      } finally {
        isSaving = false;
      }
      await followGraphs();
      // With no edit meanwhile, what the journal has is about files that were written.
      await (edited ? dropOlder() : editLog.rotate()());
      editLog.forgetSaved();
    });

  /** What is left of a file that another program has deleted is what the journal says of it: all of it, then. */
  const missFile = (path: string): void => {
    const graph = store.graphs.at(path);
    if (graph?.path === path) editLog.restate(graph);
    if (path !== projectFile) return;
    const time = now().getTime();
    edited ??= { first: time, last: time };
    warn(`${projectFile} was deleted by another program; it is written again.`);
  };

  const isTimeToSave = (): boolean => {
    if (!edited || !fileTrouble.mayTry) return false;
    const time = now().getTime();
    // The clock may have been put back meanwhile.
    const since = (then: number): number => Math.abs(time - then);
    return (
      since(edited.last) >= quietMs || since(edited.first) >= longestMs || journal.size >= largestJournal
    );
  };

  return {
    project,
    places: createGraphPlaces(folder, store),
    get unsavedSince() {
      const since = [editLog.since, fileTrouble.since].filter((time) => time !== undefined);
      return since.sort((a, b) => a.getTime() - b.getTime())[0];
    },
    get editFailure() {
      return editLog.failure;
    },
    get isBehind() {
      return editLog.isBehind;
    },
    get isDirty() {
      return edited !== undefined;
    },
    get revision() {
      return revision;
    },
    async openGraphs(onDamaged) {
      await watch.follow(['', graphsFolder]);
      const { files, notices } = await findGraphFiles(folder);
      for (const notice of notices) warn(notice);
      await openGraphs({ store, known, edits, keepIn: own, placeOf, onOpened, onDamaged, log }, files);
      await followGraphs();
    },
    commit: editLog.commit,
    sync: () => editLog.sync(edited !== undefined || isSaving),
    async tend() {
      const mayOpen = (path: string): Promise<boolean> => mayBeGraph(folder, path);
      const { changed, gone } = await watch.settled();
      for (const path of gone) missFile(path);
      for (const path of changed) {
        await inTurn(() =>
          path === projectFile
            ? takeHeadIn()
            : takeIn({ store, known, isChanged, mayOpen, onOpened, log }, path),
        );
      }
      // What cannot be written is told of, and tried again.
      if (isTimeToSave()) await saveChanges().catch(() => {});
    },
    save: (graph) => inTurn(() => writeFiles([graphWrite(graph)])),
    saveChanges,
    async forget(graph, { deleteFile }) {
      savedRevisions.delete(graph.id);
      const farewell = editLog.farewellOf(graph, { deleted: deleteFile });
      if (!deleteFile) {
        // Together with what comes in its place, or not at all.
        editLog.sayLater(farewell);
        return;
      }
      try {
        if (farewell !== '') journal.append([farewell]);
        await inTurn(async () => rm(await placeOf(graph.path), { force: true }));
        known.forget(graph.path);
      } catch (failure) {
        throw saveFailed(graph.path, failure);
      }
    },
    close() {
      watch.close();
      journal.close();
    },
  };
};
