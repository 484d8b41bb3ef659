/** Writes edits to the edit journal before they are acknowledged (C-66, C-293). */
import type { ApiError } from '#spec/errors.ts';
import { joinSmallChunks } from '#runtime/shared/text-encoding.ts';
import { clearChanges, markAllChanged } from '../../graphs/change-tracking.ts';
import type { GraphDocument } from '../../graphs/graph-document.ts';
import { serviceFolder } from '../project.ts';
import type { ProjectFilesOptions } from '../project-storage.ts';
import type { EditJournal } from './edit-journal.ts';
import { createGraphLine, createRemovalLine, createVariablesLine, createWriteLine } from './journal-lines.ts';
import { createWriteRetry, toSaveError } from './write-retry.ts';

interface EditRecorderOptions
  extends Pick<ProjectFilesOptions, 'store' | 'variables' | 'pendingVariables' | 'now' | 'log'> {
  readonly journal: EditJournal;
  /** The ids of graphs whose edits were left in the journal by a process that was killed. */
  readonly recovered: Iterable<string>;
  /** Returns the hash that a graph file had when it was last read or written; `null` if the file didn't exist. */
  getFileHash(path: string): string | null;
  isChanged(graph: GraphDocument): boolean;
  /**
   * If project.json lacks edits, returns the ids of all variables, including removed variables. Otherwise returns no
   * ids.
   */
  changedVariables(): Iterable<string>;
  /** Called once for each commit that contains new edits. */
  onEdit(): void;
}

const journalPath = `${serviceFolder}/edits`;

export const createEditRecorder = (options: EditRecorderOptions) => {
  const { journal, store, variables, pendingVariables, recovered, now, log } = options;
  const { getFileHash, isChanged, changedVariables, onEdit } = options;
  const writeRetry = createWriteRetry(now, log);
  let failure: ApiError | undefined;
  /** The ids of graphs that are mentioned in the current segment. */
  const introducedGraphs = new Set<string>();
  /** The ids of graphs that are mentioned in any segment. */
  const journaledGraphs = new Set(recovered);
  /** The ids of graphs that the next commit must write completely. */
  const incompleteGraphs = new Set<string>();
  /** Lines about removed graphs, which the next commit writes. */
  let removalLines = '';
  /** Identifies the unwritten edits for which `onEdit` was already called, so that a retry doesn't count them again. */
  let countedEdits: string | undefined;

  const createIntroduction = ({ id, path }: GraphDocument) => ({
    path,
    base: getFileHash(path),
    whole: incompleteGraphs.has(id) || undefined,
  });

  function* pendingLines(): Generator<string> {
    if (removalLines !== '') yield removalLines;
    for (const graph of store.pending) {
      const { id, changes } = graph;
      yield createGraphLine(graph, changes, introducedGraphs.has(id) ? undefined : createIntroduction(graph));
    }
    if (pendingVariables.size > 0) yield createVariablesLine(variables, pendingVariables);
  }

  const hasPendingEdits = (): boolean =>
    store.pending.size > 0 || pendingVariables.size > 0 || removalLines !== '';

  /** Returns a string that identifies the unwritten edits. The string stays the same until further edits are made. */
  const describePendingEdits = (): string =>
    [
      removalLines,
      ...[...store.pending].map(({ id, revision }) => `${id} ${revision}`),
      createVariablesLine(variables, pendingVariables),
    ].join('\n');

  /** Makes the next commit write a graph completely, because the graph's file or its lines in the journal are lost. */
  const markIncomplete = (graph: GraphDocument): void => {
    introducedGraphs.delete(graph.id);
    incompleteGraphs.add(graph.id);
    if (isChanged(graph)) markAllChanged(graph);
  };

  /**
   * Starts a new segment and makes the next commit write all unsaved edits to it, because the old segments were
   * changed.
   */
  const restartJournal = (): void => {
    journal.startNewSegment();
    introducedGraphs.clear();
    for (const graph of store.graphs.values()) if (isChanged(graph)) markIncomplete(graph);
    for (const id of changedVariables()) pendingVariables.add(id);
  };

  const recordFailure = (error: unknown): void => {
    writeRetry.recordFailure(journalPath, error);
    failure = toSaveError(journalPath, error);
  };

  const recordSuccess = (): void => {
    failure = undefined;
    writeRetry.recordSuccess(journalPath);
  };

  const checkJournal = (): void => {
    if (journal.isIntact()) return;
    restartJournal();
    log({
      severity: 'warning',
      message: `${journalPath} was deleted or changed by another program. A new journal is started, with everything that is not saved yet.`,
    });
  };

  /**
   * Appends all pending edits to the journal.
   * @returns whether every edit is in the journal now
   */
  const appendPending = (): boolean => {
    if (!writeRetry.isDue) return false;
    checkJournal();
    // Graphs without a valid file must be written completely.
    for (const graph of store.pending) if (incompleteGraphs.has(graph.id)) markAllChanged(graph);
    try {
      // Lines are written in chunks, because a whole project may exceed the maximum string length.
      journal.append(joinSmallChunks(pendingLines()));
      return true;
    } catch (error) {
      recordFailure(error);
      return false;
    }
  };

  const write = (): boolean => {
    if (!appendPending()) return false;
    for (const graph of store.pending) {
      introducedGraphs.add(graph.id);
      journaledGraphs.add(graph.id);
      if (incompleteGraphs.size > 0) incompleteGraphs.delete(graph.id);
      clearChanges(graph);
    }
    if (pendingVariables.size > 0) pendingVariables.clear();
    removalLines = '';
    recordSuccess();
    return true;
  };

  const commit = (): void => {
    if (!hasPendingEdits()) {
      // The edits that could not be written have since been saved or removed. The next edit shows whether the journal
      // can be written again.
      if (failure) recordSuccess();
      return;
    }
    const isCounted = countedEdits !== undefined && countedEdits === describePendingEdits();
    if (!isCounted) onEdit();
    if (write()) countedEdits = undefined;
    else if (!isCounted) countedEdits = describePendingEdits();
  };

  return {
    get failingSince() {
      return writeRetry.failingSince;
    },
    get failure() {
      return failure;
    },
    get hasPendingEdits() {
      return hasPendingEdits();
    },
    commit,
    markIncomplete,
    /**
     * Commits edits and flushes the journal to disk, so that the edits survive a power failure.
     * @param isUnsaved whether the journal contains edits that have not been saved
     */
    async sync(isUnsaved: boolean): Promise<void> {
      commit();
      if (isUnsaved && writeRetry.isDue && !journal.isIntact() && !write())
        countedEdits = describePendingEdits();
      await journal.sync().catch((error) => {
        recordFailure(error);
        // The journal is restarted, because after a failed flush data may be lost even if a later flush succeeds.
        restartJournal();
        countedEdits = describePendingEdits();
      });
    },
    /**
     * Writes a graph completely, either now or with the graph's next edit, because the graph's file no longer exists.
     */
    rewriteGraph(graph: GraphDocument): void {
      commit();
      markIncomplete(graph);
      if (store.pending.has(graph) && !write()) countedEdits = describePendingEdits();
    },
    /**
     * Starts a new segment.
     * @returns a function that deletes all older segments, to be called after their edits are saved
     */
    rotate(): () => Promise<void> {
      introducedGraphs.clear();
      return journal.rotate();
    },
    /**
     * Returns the line to write before a graph's file is replaced, or an empty string if the journal doesn't mention the
     * graph.
     */
    getWriteLine: (id: string, hash: string): string =>
      journaledGraphs.has(id) ? createWriteLine(id, hash) : '',
    /** Returns the line about a removed graph, or an empty string if the journal doesn't mention the graph. */
    getRemovalLine: (graph: GraphDocument, options: { deleted: boolean }): string =>
      journaledGraphs.has(graph.id) ? createRemovalLine(graph, options) : '',
    /** Adds a line to the next commit, so that the line and the replacement of the graph are written together. */
    addRemovalLine(removalLine: string): void {
      removalLines += removalLine;
    },
    /** Forgets the graphs that only older segments mention. Must be called after these segments have been deleted. */
    forgetOldSegments(): void {
      for (const id of journaledGraphs) if (!introducedGraphs.has(id)) journaledGraphs.delete(id);
    },
  };
};
