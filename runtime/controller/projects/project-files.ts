/** The open project on disk: what is there, what has changed since, and when it is written (register: C-66). */
import { rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { clearChanges } from '../graphs/changes.ts';
import type { GraphDocument } from '../graphs/document.ts';
import { resolveInside } from './resolve-inside.ts';
import { findGraphFiles, mayBeGraph } from './find-graph-files.ts';
import { createGraphPlaces } from './graph-places.ts';
import { graphFilePieces } from './graph-file-text.ts';
import { firstLine, graphsFolder, projectFile, serviceFolder } from './project.ts';
import type { ProjectFiles, ProjectFilesOptions } from './project-home.ts';
import { printProjectFile } from './project-head.ts';
import { createEditJournal } from './saving/edit-journal.ts';
import { graphLine, removedLine, variablesLine, writingLine } from './saving/edit-lines.ts';
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
import { createTurns } from '../../turns.ts';

/** Without edits for so long, the files are brought up to date; or after so long, or so much, in any case. */
const quietMs = 1_000;
const longestMs = 30_000;
const largestJournal = 64 * 1024 * 1024;
interface Edited {
  readonly first: number;
  readonly last: number;
}

const lastOf = (edited: Edited | undefined): number => edited?.last ?? 0;

const journalName = `${serviceFolder}/edits`;

/** @throws ProjectError when the journal of edits is of a newer version */
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
  const edits = await readEdits(own);
  edits.applyVariables(variables);

  const placeOf = (path: string): Promise<string> => resolveInside(folder, path);
  const known = createKnownFiles(placeOf);
  await known.read(projectFile);
  const journal = createEditJournal(own, edits.last);
  const watch = createFolderWatch(folder);
  const journalTrouble = createTrouble(now, log);
  const fileTrouble = createTrouble(now, log);
  const writeFiles = createFileWriter({ folder, known, journal, trouble: fileTrouble, warn });
  const savedRevisions = new Map<string, number>();
  /** Graphs that the present segment of the journal speaks of, and those that any segment does. */
  const introduced = new Set<string>();
  const mentioned = new Set(edits.graphs.keys());
  /** When the first and the last edit came that the files may lack. */
  let edited: Edited | undefined = edits.last > 0 ? { first: now().getTime(), last: 0 } : undefined;
  /** Lines about graphs that are gone, for the next commit. */
  let farewells = '';
  let revision = 0;
  /** The {@link unnoted} edits that were counted already, while the journal cannot be written. */
  let counted: string | undefined;
  /** Writes take turns, so that an older state never lands on a newer one. */
  const inTurn = createTurns();

  const linesOf = (pending: Iterable<GraphDocument>): string => {
    let lines = '';
    for (const graph of pending) {
      const { id, path, changes } = graph;
      lines += graphLine(graph, changes, introduced.has(id) ? undefined : { path, base: known.print(path) });
    }
    return pendingVariables.size > 0 ? lines + variablesLine(variables, pendingVariables) : lines;
  };

  const isBehind = (): boolean => store.pending.size > 0 || pendingVariables.size > 0 || farewells !== '';

  /** The same text as long as nothing else is edited. */
  const unnoted = (): string =>
    [
      farewells,
      ...[...store.pending].map(({ id, revision }) => `${id} ${revision}`),
      variablesLine(variables, pendingVariables),
    ].join('\n');

  const countEdits = (): void => {
    revision += 1;
    const time = now().getTime();
    edited = { first: edited?.first ?? time, last: time };
  };

  /** Whether every edit stands in the journal now. */
  const append = (): boolean => {
    if (!journalTrouble.mayTry) return false;
    try {
      journal.append(farewells + linesOf(store.pending));
      return true;
    } catch (failure) {
      journalTrouble.failed(journalName, failure);
      return false;
    }
  };

  const commit = (): void => {
    if (!isBehind()) return;
    const isCounted = counted !== undefined && counted === unnoted();
    if (!isCounted) countEdits();
    if (!append()) {
      if (!isCounted) counted = unnoted();
      return;
    }
    counted = undefined;
    for (const graph of store.pending) {
      introduced.add(graph.id);
      mentioned.add(graph.id);
      clearChanges(graph);
    }
    if (pendingVariables.size > 0) pendingVariables.clear();
    farewells = '';
    journalTrouble.succeeded(journalName);
  };

  const graphWrite = (graph: GraphDocument): Write => {
    const { id, path, revision } = graph;
    return {
      path,
      mode: () => modeOf(graph),
      pieces: () => graphFilePieces(graph),
      ...(mentioned.has(id) && { note: (print) => writingLine(id, print) }),
      done: () => void savedRevisions.set(id, revision),
    };
  };

  const headWrites = (): Write[] => {
    const head = printHead();
    const done = (): void => {
      savedHead = head;
    };
    return head === savedHead ? [] : [{ path: projectFile, pieces: () => [head], done }];
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
    savedHead = printHead();
    pendingVariables.clear();
  };

  const followGraphs = (): void =>
    watch.follow(new Set([...store.graphs.values()].map(({ path }) => posix.dirname(path))));

  const isChanged = ({ id, revision }: GraphDocument): boolean => savedRevisions.get(id) !== revision;

  const saveChanges = (): Promise<void> =>
    inTurn(async () => {
      commit();
      const before = edited;
      edited = undefined;
      const dropOlder = journal.rotate();
      introduced.clear();
      try {
        await writeFiles([...headWrites(), ...[...store.graphs.values()].filter(isChanged).map(graphWrite)]);
      } catch (failure) {
        edited = { first: before?.first ?? now().getTime(), last: lastOf(edited) };
        throw failure;
      }
      followGraphs();
      // With no edit meanwhile, what the journal has is about files that were written.
      await (edited ? dropOlder() : journal.rotate()());
      for (const id of mentioned) if (!introduced.has(id)) mentioned.delete(id);
    });

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
      const since = [journalTrouble.since, fileTrouble.since].filter((time) => time !== undefined);
      return since.sort((a, b) => a.getTime() - b.getTime())[0];
    },
    get isNoted() {
      return journalTrouble.since === undefined;
    },
    get isBehind() {
      return isBehind();
    },
    get isDirty() {
      return edited !== undefined;
    },
    get revision() {
      return revision;
    },
    async openGraphs(onDamaged) {
      watch.follow(['', graphsFolder]);
      const { files, notices } = await findGraphFiles(folder);
      for (const notice of notices) warn(notice);
      await openGraphs({ store, known, edits, keepIn: own, placeOf, onOpened, onDamaged, log }, files);
      followGraphs();
    },
    commit,
    async sync() {
      commit();
      await journal.sync().catch((failure) => journalTrouble.failed(journalName, failure));
    },
    async tend() {
      const mayOpen = (path: string): Promise<boolean> => mayBeGraph(folder, path);
      for (const path of await watch.settled()) {
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
      const farewell = mentioned.has(graph.id) ? removedLine(graph, { deleted: deleteFile }) : '';
      if (!deleteFile) {
        // Together with what comes in its place, or not at all.
        farewells += farewell;
        return;
      }
      try {
        if (farewell !== '') journal.append(farewell);
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
