/** Records what each call changes in a graph, so that the change can be undone (C-324). */

import { measureJsonBytes } from '../file-size.ts';
import type { Json } from '#spec/values.ts';
import type {
  Connection,
  EditSource,
  EditRecord,
  EditSession,
  GraphDocument,
  GraphHistory,
  GraphLayout,
  HistoryStep,
  NodeDocument,
  NodeState,
} from '../graph-document.ts';
import { canContinueStep } from './step-conflicts.ts';

const maxSteps = 200;
/** The largest estimated size of a graph's history. */
const maxHistoryBytes = 8 * 1024 * 1024;

const recordBytes = 120;
/** The size of an id in JSON. */
const idBytes = 40;
const connectionBytes = 200;

export const createEditSession = (now: () => Date): EditSession => ({
  pending: new Set(),
  source: undefined,
  now,
});

export const createHistory = (): GraphHistory => ({
  epoch: '',
  steps: [],
  open: undefined,
  lastNumber: 0,
  clock: 0,
  undoneCount: 0,
  bytes: 0,
  entryCount: 0,
  unwritten: [],
});

/** Clears the history, because the graph has changed in a way that can't be undone. */
export const clearHistory = ({ history }: GraphDocument): void => {
  if (history.lastNumber === 0) return;
  Object.assign(history, createHistory(), { lastNumber: history.lastNumber });
};

/** Makes an edit as part of a call. The edit must be synchronous, so that no other call edits meanwhile. */
export const attributeEdit = <T>(session: EditSession, source: EditSource | undefined, edit: () => T): T => {
  const previous = session.source;
  session.source = source;
  try {
    return edit();
  } finally {
    session.source = previous;
  }
};

/** Adds a change to the step of the current call. An edit that no call has requested clears the history. */
const addRecord = (graph: GraphDocument, record: EditRecord, bytes: number): void => {
  const { history, session } = graph;
  const { source } = session;
  if (!source) {
    clearHistory(graph);
    return;
  }
  const step = history.open?.source === source ? history.open : openStep(graph, source);
  if (step.isTooLarge) return;
  step.records.push(record);
  step.bytes += bytes;
  history.bytes += bytes;
  if (history.bytes > maxHistoryBytes) shrinkHistory(history, step);
};

/** Starts a step, or continues the step of a call that consists of several parts. */
const openStep = (graph: GraphDocument, source: EditSource): HistoryStep => {
  const { history, session } = graph;
  if (history.undoneCount > 0) dropUndoneSteps(history, source.client);
  const step = (source.hasParts && findStepToContinue(graph, source)) || createStep(history, session, source);
  history.open = step;
  history.unwritten.push({ step, from: step.records.length, to: undefined });
  return step;
};

const createStep = (history: GraphHistory, { now }: EditSession, source: EditSource): HistoryStep => {
  if (history.epoch === '') history.epoch = crypto.randomUUID().slice(0, 13);
  history.lastNumber += 1;
  history.clock += 1;
  const step: HistoryStep = {
    number: history.lastNumber,
    client: source.client,
    operation: source.operation,
    at: now().getTime(),
    source,
    revision: 0,
    isUndone: false,
    records: [],
    toggles: [history.clock],
    bytes: recordBytes,
    isTooLarge: false,
  };
  addStep(history, step);
  return step;
};

/** Adds a step, and drops the oldest steps if there are too many. */
export const addStep = (history: GraphHistory, step: HistoryStep): void => {
  history.steps.push(step);
  history.bytes += step.bytes;
  if (history.steps.length > maxSteps) dropOldestStep(history);
};

const dropOldestStep = (history: GraphHistory): void => {
  const dropped = history.steps.shift();
  if (dropped) forgetStep(history, dropped);
};

const forgetStep = (history: GraphHistory, step: HistoryStep): void => {
  history.bytes -= step.bytes;
  if (step.isUndone) history.undoneCount -= 1;
};

/** Drops the undone steps of a client that makes another edit. They can no longer be redone. */
export const dropUndoneSteps = (history: GraphHistory, client: string): void => {
  const isDropped = (step: HistoryStep): boolean => step.isUndone && step.client === client;
  for (const step of history.steps) if (isDropped(step)) forgetStep(history, step);
  history.steps = history.steps.filter((step) => !isDropped(step));
};

/** Drops the oldest steps until the history is small enough. A step that is too large alone loses its records. */
export const shrinkHistory = (history: GraphHistory, newest: HistoryStep): void => {
  while (history.bytes > maxHistoryBytes && history.steps[0] !== newest && history.steps.length > 0)
    dropOldestStep(history);
  if (history.bytes <= maxHistoryBytes) return;
  history.bytes -= newest.bytes;
  newest.records = [];
  newest.bytes = recordBytes;
  newest.isTooLarge = true;
  history.bytes += newest.bytes;
};

/**
 * Finds the step of a call, unless other calls have built on its changes, or have made many changes since. The step is
 * moved to the end, because undoing it must not depend on the steps in between.
 */
const findStepToContinue = (graph: GraphDocument, source: EditSource): HistoryStep | undefined => {
  const { history } = graph;
  const step = history.steps.findLast((each) => each.source === source);
  if (!step || step.isUndone || !canContinueStep(graph, step)) return undefined;
  continueStep(history, step);
  return step;
};

/** Moves a step to the end, as if it had been made after all others. */
export const continueStep = (history: GraphHistory, step: HistoryStep): void => {
  history.steps = [...history.steps.filter((each) => each !== step), step];
  history.clock += 1;
  step.toggles.splice(0, step.toggles.length, history.clock);
  const earlier = history.unwritten.findLast((entry) => 'step' in entry && entry.step === step);
  if (earlier && 'step' in earlier) earlier.to = step.records.length;
};

/** Undoes or redoes a step by the changes that this has made. */
export const toggleStep = (history: GraphHistory, step: HistoryStep, records: EditRecord[]): void => {
  step.records = records;
  step.isUndone = !step.isUndone;
  history.undoneCount += step.isUndone ? 1 : -1;
  history.clock += 1;
  step.toggles.push(history.clock);
};

/** Ends the collection of entries after they were written. The call's next edit begins another entry. */
export const clearUnwrittenEntries = (history: GraphHistory): void => {
  if (history.unwritten.length === 0) return;
  history.entryCount += history.unwritten.length;
  history.unwritten = [];
  history.open = undefined;
};

/** Notes the revision after an edit. */
export const recordRevision = ({ history, revision, session }: GraphDocument): void => {
  const { open } = history;
  if (open && open.source === session.source) open.revision = revision;
};

/** Estimates the size of a value without visiting short ones. */
const estimateValueBytes = (value: Json | undefined): number => {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? measureJsonBytes(value) : 8;
};

export const recordValue = (
  { id, graph }: NodeDocument,
  name: string,
  before: Json | undefined,
  after: Json,
): void =>
  addRecord(
    graph,
    { kind: 'value', nodeId: id, name, before, after },
    recordBytes + estimateValueBytes(before) + estimateValueBytes(after),
  );

export const recordPosition = (
  { id, graph, locationX, locationY }: NodeDocument,
  x: number,
  y: number,
): void =>
  addRecord(
    graph,
    { kind: 'position', nodeId: id, before: [locationX, locationY], after: [x, y] },
    recordBytes,
  );

/** @param name the input whose value has changed the ports of the node */
export const recordNodeState = (
  { id, graph, bytes }: NodeDocument,
  before: NodeState,
  after: NodeState,
  name?: string,
): void => addRecord(graph, { kind: 'node', nodeId: id, before, after, name }, recordBytes + 2 * bytes);

export const recordAddition = (
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  connections: readonly Connection[],
): void =>
  addRecord(
    graph,
    { kind: 'added', nodes, connections },
    recordBytes + (nodes.length + connections.length) * idBytes,
  );

export const recordRemoval = (
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  connections: readonly Connection[],
): void =>
  addRecord(
    graph,
    { kind: 'removed', nodes, connections },
    nodes.reduce((sum, { bytes }) => sum + bytes, recordBytes + connections.length * connectionBytes),
  );

export const recordRename = (graph: GraphDocument, before: string): void =>
  addRecord(
    graph,
    { kind: 'name', before, after: graph.name },
    recordBytes + before.length + graph.name.length,
  );

export const recordLayout = (graph: GraphDocument, before: GraphLayout): void =>
  addRecord(
    graph,
    { kind: 'layout', before, after: { ...graph.layout } },
    recordBytes + graph.nodes.size * 80,
  );
