/** Writes what was edited to the edit journal before it is acknowledged (C-66, C-293). */
import type { ApiError } from '#spec/errors.ts';
import { joinSmallChunks } from '../../../storage/text-encoding.ts';
import type { ConsoleLine } from '../../../link/console-writer.ts';
import { clearChanges, markAllChanged } from '../../graphs/change-tracking.ts';
import type { GraphDocument } from '../../graphs/graph-document.ts';
import type { GraphStore } from '../../graphs/graph-store.ts';
import type { Variables } from '../../variables/variables.ts';
import { serviceFolder } from '../project.ts';
import type { EditJournal } from './edit-journal.ts';
import { createGraphLine, createRemovalLine, createVariablesLine, createWriteLine } from './journal-lines.ts';
import { createWriteRetry, toSaveError } from './write-retry.ts';

interface EditRecorderOptions {
  readonly journal: EditJournal;
  readonly store: GraphStore;
  readonly variables: Variables;
  /** Ids of variables with changes that the journal lacks. */
  readonly pendingVariables: Set<string>;
  /** Graphs that a killed process has left edits of in the journal. */
  readonly recovered: Iterable<string>;
  readonly now: () => Date;
  /** Print of the file of a graph, as it was last read or written; null when there is none. */
  getFileHash(path: string): string | null;
  /** Whether a graph has edits that its file lacks. */
  isChanged(graph: GraphDocument): boolean;
  /** Ids of the variables that are, or were, in project.json, when that lacks edits; none otherwise. */
  changedVariables(): Iterable<string>;
  /** Called once for what the client sees as one edit or several at once. */
  onEdit(): void;
  log(line: ConsoleLine): void;
}

const journalPath = `${serviceFolder}/edits`;

export const createEditRecorder = ({
  journal,
  store,
  variables,
  pendingVariables,
  recovered,
  now,
  getFileHash,
  isChanged,
  changedVariables,
  onEdit,
  log,
}: EditRecorderOptions) => {
  const trouble = createWriteRetry(now, log);
  let failure: ApiError | undefined;
  /** Graphs that the present segment of the journal speaks of, and those that any segment does. */
  const introduced = new Set<string>();
  const mentioned = new Set(recovered);
  /** Graphs whose next line has to have all of them. */
  const restated = new Set<string>();
  /** Lines about graphs that were removed, for the next commit. */
  let farewells = '';
  /**
   * Whether this connection could close a data cycle of pure nodes, judging by the connections at its two ends alone.
   */
  let counted: string | undefined;

  const introductionOf = ({ id, path }: GraphDocument) => ({
    path,
    base: getFileHash(path),
    whole: restated.has(id) || undefined,
  });

  function* pendingLines(): Generator<string> {
    if (farewells !== '') yield farewells;
    for (const graph of store.pending) {
      const { id, changes } = graph;
      yield createGraphLine(graph, changes, introduced.has(id) ? undefined : introductionOf(graph));
    }
    if (pendingVariables.size > 0) yield createVariablesLine(variables, pendingVariables);
  }

  const isBehind = (): boolean => store.pending.size > 0 || pendingVariables.size > 0 || farewells !== '';

  /** The same text as long as nothing else is edited. */
  const unwritten = (): string =>
    [
      farewells,
      ...[...store.pending].map(({ id, revision }) => `${id} ${revision}`),
      createVariablesLine(variables, pendingVariables),
    ].join('\n');

  /** Has the next commit write all of a graph, because its file or the lines about it are no longer there. */
  const restate = (graph: GraphDocument): void => {
    introduced.delete(graph.id);
    restated.add(graph.id);
    if (isChanged(graph)) markAllChanged(graph);
  };

  /** Has the next commit write all that the files lack to a new segment, because the journal is no longer what was written. */
  const beginAnew = (): void => {
    journal.startNewSegment();
    introduced.clear();
    for (const graph of store.graphs.values()) if (isChanged(graph)) restate(graph);
    for (const id of changedVariables()) pendingVariables.add(id);
  };

  const failed = (thrown: unknown): void => {
    trouble.recordFailure(journalPath, thrown);
    failure = toSaveError(journalPath, thrown);
  };

  const succeeded = (): void => {
    failure = undefined;
    trouble.recordSuccess(journalPath);
  };

  /** Finds out whether another program has changed the journal. One look at the file system. */
  const check = (): void => {
    if (journal.isIntact()) return;
    beginAnew();
    log({
      severity: 'warning',
      message: `${journalPath} was deleted or changed by another program. A new journal is begun, with everything that is not saved yet.`,
    });
  };

  /** Whether every edit is in the journal now. */
  const append = (): boolean => {
    if (!trouble.isDue) return false;
    check();
    // A graph that is new to the segment and has lost its file is written whole.
    for (const graph of store.pending) if (restated.has(graph.id)) markAllChanged(graph);
    try {
      // Joined as far as they are short: one string of all that a project holds may be too long.
      journal.append(joinSmallChunks(pendingLines()));
      return true;
    } catch (thrown) {
      failed(thrown);
      return false;
    }
  };

  const write = (): boolean => {
    if (!append()) return false;
    for (const graph of store.pending) {
      introduced.add(graph.id);
      mentioned.add(graph.id);
      if (restated.size > 0) restated.delete(graph.id);
      clearChanges(graph);
    }
    if (pendingVariables.size > 0) pendingVariables.clear();
    farewells = '';
    succeeded();
    return true;
  };

  const commit = (): void => {
    if (!isBehind()) {
      // What could not be written is in its files by now, or gone: the next edit finds out whether the journal takes it.
      if (failure) succeeded();
      return;
    }
    const isCounted = counted !== undefined && counted === unwritten();
    if (!isCounted) onEdit();
    if (write()) counted = undefined;
    else if (!isCounted) counted = unwritten();
  };

  return {
    get since() {
      return trouble.failingSince;
    },
    get failure() {
      return failure;
    },
    get isBehind() {
      return isBehind();
    },
    commit,
    /**
     * The same, and makes all that was written survive the machine.
     * @param isUnsaved whether the journal has something that the files lack
     */
    async sync(isUnsaved: boolean): Promise<void> {
      commit();
      if (isUnsaved && trouble.isDue && !journal.isIntact() && !write()) counted = unwritten();
      await journal.sync().catch((thrown) => {
        failed(thrown);
        // What a disk failed to take may be lost, also where it says otherwise later.
        beginAnew();
        counted = unwritten();
      });
    },
    /** Writes all of a graph whose file is no longer there, now or with its next edit. */
    restate(graph: GraphDocument): void {
      commit();
      restate(graph);
      if (store.pending.has(graph) && !write()) counted = unwritten();
    },
    /** Begins another segment. @returns what deletes all older ones, for when the files have what they say */
    rotate(): () => Promise<void> {
      introduced.clear();
      return journal.rotate();
    },
    /** What the journal has to say before the file of a graph is written; undefined when it does not mention the graph. */
    noteOf: (id: string) =>
      mentioned.has(id) ? (filePrint: string) => createWriteLine(id, filePrint) : undefined,
    /** What is left to say of a graph that was removed; nothing when the journal does not mention it. */
    farewellOf: (graph: GraphDocument, options: { deleted: boolean }): string =>
      mentioned.has(graph.id) ? createRemovalLine(graph, options) : '',
    /** Says so with what comes in the place of the graph, or not at all. */
    sayLater(farewell: string): void {
      farewells += farewell;
    },
    /** The files have what the older segments said. */
    forgetSaved(): void {
      for (const id of mentioned) if (!introduced.has(id)) mentioned.delete(id);
    },
  };
};
