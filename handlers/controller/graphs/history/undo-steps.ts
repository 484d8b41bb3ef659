/** Undoes and redoes steps of a graph's history, either completely or not at all (C-324). */
import { ApiError } from '#spec/errors.ts';
import { countContentEdit, countLayoutEdit } from '../change-tracking.ts';
import { checkGraphSize } from '../file-size.ts';
import { findFirstCycle } from '../find-build-cycle.ts';
import {
  BlockedRecordError,
  isContentChange,
  type OpenRemovedNode,
  type RevertContext,
  type RevertMode,
  revertRecords,
} from './apply-records.ts';
import { describeStep } from './describe-step.ts';
import { toggleStep } from './edit-history.ts';
import { findBlockingSteps, listChangedSteps } from './step-conflicts.ts';
import type { Connection, EditRecord, GraphDocument, HistoryStep } from '../graph-document.ts';
import type { GraphStore } from '../graph-store.ts';

export interface ToggleRequest {
  readonly client: string;
  /** The number of steps; 1 by default. */
  readonly steps?: number | undefined;
  /** Undoes or redoes all steps after this revision. */
  readonly revision?: number | undefined;
  /** Undoes or redoes the step with this number. */
  readonly step?: number | undefined;
  /** Whether to include the steps of all clients. */
  readonly anyClient?: boolean | undefined;
  /** Whether to undo steps even if others have built on them. */
  readonly force?: boolean | undefined;
}

interface UndoContext {
  readonly store: GraphStore;
  readonly openRemovedNode: OpenRemovedNode;
}

type Direction = 'undo' | 'redo';

/**
 * Undoes or redoes steps.
 * @returns the steps, in the order in which they were undone or redone
 * @throws ApiError NOTHING_TO_UNDO, REVISION_CONFLICT, GRAPH_RUNNING, or INVALID_VALUE if the graph would become too
 * large; the graph is then left unchanged
 */
export const toggleSteps = (
  context: UndoContext,
  graph: GraphDocument,
  direction: Direction,
  request: ToggleRequest,
): readonly HistoryStep[] => {
  const steps = selectSteps(graph, direction, request);
  const tooLarge = steps.find(({ isTooLarge }) => isTooLarge);
  if (tooLarge) {
    throw new ApiError(
      'NOTHING_TO_UNDO',
      `Step ${tooLarge.number} changed more than the history keeps, so that it can't be undone.`,
      { step: tooLarge.number },
      historyHint(graph),
    );
  }
  const isForced = request.force === true;
  const blocking = isForced ? [] : findBlockingSteps(graph, steps);
  if (blocking.length > 0) throw createConflictError(context.store, graph, direction, steps, blocking);
  const made = revertAll(context, graph, direction, steps, isForced ? 'forced' : 'exact');
  const { history } = graph;
  history.open = undefined;
  for (const [index, step] of steps.entries()) toggleStep(history, step, made[index] ?? []);
  const isContent = made.some((records) => records.some(isContentChange));
  (isContent ? countContentEdit : countLayoutEdit)(graph);
  history.unwritten.push({ toggled: steps });
  // The entry must be written even if nothing else has changed.
  graph.session.pending.add(graph);
  return steps;
};

/** Selects one step, or the steps that were made or redone last, or those that were undone last, the latest first. */
const selectSteps = (
  graph: GraphDocument,
  direction: Direction,
  { client, steps: count = 1, revision, step: number, anyClient }: ToggleRequest,
): readonly HistoryStep[] => {
  const { steps } = graph.history;
  const isUndone = direction === 'redo';
  const available = steps
    .filter((step) => step.isUndone === isUndone && (anyClient || step.client === client))
    .sort((a, b) => (b.toggles.at(-1) ?? 0) - (a.toggles.at(-1) ?? 0));
  const selected =
    number !== undefined
      ? available.filter((step) => step.number === number)
      : revision === undefined
        ? available.slice(0, count)
        : available.filter((step) => step.revision > revision);
  if (selected.length > 0 && (revision !== undefined || selected.length === count)) return selected;
  const whose = anyClient ? '' : client === '' ? ' of clients without a name' : ` of '${client}'`;
  const after = revision === undefined ? '' : ` after revision ${revision}`;
  const found =
    number !== undefined
      ? `no step ${number}`
      : selected.length === 0
        ? 'no step'
        : `only ${selected.length} of ${count} steps`;
  throw new ApiError(
    'NOTHING_TO_UNDO',
    `The history of the graph has ${found}${whose}${after} to ${direction}.`,
    { available: selected.length, isPossibleForAnyClient: steps.some((step) => step.isUndone === isUndone) },
    historyHint(graph),
  );
};

const historyHint = ({ id }: GraphDocument): string =>
  `GET /api/graphs/${id}/history lists the steps with the clients that made them.`;

/**
 * Reverts the records of each step.
 * @returns the changes that this has made, for each step
 */
const revertAll = (
  context: UndoContext,
  graph: GraphDocument,
  direction: Direction,
  steps: readonly HistoryStep[],
  mode: RevertMode,
): EditRecord[][] => {
  const made: EditRecord[][] = [];
  const possibleCycles: Connection[] = [];
  const createContext = (records: EditRecord[], revertMode: RevertMode): RevertContext => ({
    ...context,
    graph,
    mode: revertMode,
    made: records,
    possibleCycles,
  });
  try {
    for (const step of steps) {
      const records: EditRecord[] = [];
      made.push(records);
      revertRecords(createContext(records, mode), step.records);
    }
    checkCycles(graph, possibleCycles);
    checkGraphSize(graph, 1);
    return made;
  } catch (failure) {
    for (const records of made.toReversed()) revertRecords(createContext([], 'trusted'), records);
    if (!(failure instanceof BlockedRecordError)) throw failure;
    const others = listChangedSteps(graph, steps);
    throw createConflictError(context.store, graph, direction, steps, others, failure.message);
  }
};

/** @throws BlockedRecordError when a restored connection closes a data cycle with connections that were made since */
const checkCycles = ({ connections }: GraphDocument, possibleCycles: readonly Connection[]): void => {
  const present = possibleCycles.filter((connection) => connections.includes(connection));
  const number = findFirstCycle({ connections: present, possibleCycles: present, replaced: [] });
  if (number !== undefined)
    throw new BlockedRecordError(`connection ${present[number]?.id} would close a data cycle`);
};

const maxListedConflicts = 20;

const createConflictError = (
  store: GraphStore,
  graph: GraphDocument,
  direction: Direction,
  steps: readonly HistoryStep[],
  blocking: readonly HistoryStep[],
  problem?: string,
): ApiError => {
  const conflicts = blocking
    .toReversed()
    .slice(0, maxListedConflicts)
    .map((step) => {
      const { number, revision, client } = step;
      return { step: number, revision, client, summary: describeStep(store, graph, step) };
    });
  const [first] = conflicts;
  const names = steps.length === 1 ? `Step ${steps[0]?.number} is` : `${steps.length} steps are`;
  const reason = first
    ? `the graph has changed since: step ${first.step}${first.client && ` of '${first.client}'`} (${first.summary})${conflicts.length > 1 ? ` and ${conflicts.length - 1} more` : ''} would be affected`
    : 'the graph has changed since';
  return new ApiError(
    'REVISION_CONFLICT',
    `${names} not ${direction === 'undo' ? 'undone' : 'redone'}, because ${reason}${problem ? `; ${problem}` : ''}.`,
    { revision: graph.revision, steps: steps.map(({ number }) => number), conflicts },
    `Undo the steps in details.conflicts first, or repeat the call with "force": true; ${historyHint(graph)}`,
  );
};
