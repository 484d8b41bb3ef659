/** The JSON form of a graph's history, in the edit journal and in files of its own (C-324). */
import * as z from 'zod';
import {
  addStep,
  continueStep,
  createHistory,
  dropUndoneSteps,
  shrinkHistory,
  toggleStep,
} from '../../graphs/history/edit-history.ts';
import { AspectRatio, savedPositionModes } from '#spec/rest/layout.ts';
import { Coordinate, toFileNode } from '../graph-file-format.ts';
import { NoteFields } from '../open-node.ts';
import type {
  EditRecord,
  FileNode,
  GraphDocument,
  GraphHistory,
  GraphLayout,
  HistoryEntry,
  HistoryStep,
  NodeState,
  RemovedConnection,
  RemovedNode,
} from '../../graphs/graph-document.ts';

const Id = z.string();
const Order = z.int().min(0);
const Point = z.tuple([Coordinate, Coordinate]);
const State = z.object({
  values: z.record(z.string(), z.json()).optional(),
  disabled: z.array(z.string()).optional(),
  expanded: z.array(z.string()).optional(),
  note: NoteFields.optional(),
});
const Layout = z.object({
  aspectRatio: AspectRatio,
  saved: z
    .object({
      mode: z.enum(savedPositionModes),
      savedAt: z.iso.datetime(),
      positions: z.array(z.tuple([Id, Coordinate, Coordinate])),
    })
    .optional(),
});
const RemovedConnectionFields = z.tuple([Id, Id, z.string(), Id, z.string(), Order, z.boolean()]);
const RemovedFileNode = z.custom<FileNode>(
  (node) => typeof node === 'object' && node !== null && 'id' in node && 'category' in node,
);

/** A change, in which the name of the first field says what has changed. */
const SavedRecord = z.union([
  z.object({ value: Id, name: z.string(), before: z.json().optional(), after: z.json().optional() }),
  z.object({ position: Id, before: Point, after: Point }),
  z.object({ node: Id, name: z.string().optional(), before: State, after: State }),
  z.object({ added: z.array(Id), connections: z.array(Id) }),
  z.object({
    removed: z.array(z.tuple([Order, RemovedFileNode])),
    connections: z.array(RemovedConnectionFields),
  }),
  z.object({ title: z.tuple([z.string(), z.string()]) }),
  z.object({ layout: z.tuple([Layout, Layout]) }),
]);
type SavedRecord = z.output<typeof SavedRecord>;

const SavedStepFields = {
  step: z.int(),
  client: z.string(),
  operation: z.string(),
  at: z.number(),
  revision: z.int(),
  records: z.array(SavedRecord),
  tooLarge: z.literal(true).optional(),
};

type SavedStepContent = z.output<z.ZodObject<typeof SavedStepFields>>;

/** A step as in a file of its own, which also says how often the step was undone and redone. */
export const SavedStep = z.object({ ...SavedStepFields, isUndone: z.boolean(), toggles: z.array(z.int()) });
type SavedStep = z.output<typeof SavedStep>;

const SavedEntry = z.union([
  /** `continued` means that the records come after those of an earlier entry about the same step. */
  z.object({ ...SavedStepFields, continued: z.literal(true).optional() }),
  z.object({ toggled: z.array(z.tuple([z.int(), z.array(SavedRecord)])) }),
]);
type SavedEntry = z.output<typeof SavedEntry>;

/** What a line of the journal says about the history. */
const SavedEntries = z.object({
  epoch: z.string(),
  /** The number of the first entry. */
  first: z.int(),
  /** The revision of the graph after the line. */
  revision: z.int(),
  entries: z.array(SavedEntry),
});
export type SavedEntries = z.output<typeof SavedEntries>;

/** Returns the history entries that are not in the journal yet. */
export const toSavedEntries = ({ history, revision }: GraphDocument): SavedEntries | undefined =>
  history.unwritten.length === 0
    ? undefined
    : {
        epoch: history.epoch,
        first: history.entryCount + 1,
        revision,
        entries: history.unwritten.map(toSavedEntry),
      };

const toSavedEntry = (entry: HistoryEntry): SavedEntry => {
  if ('toggled' in entry)
    return { toggled: entry.toggled.map(({ number, records }) => [number, records.map(toSavedRecord)]) };
  const { step, from, to } = entry;
  return {
    ...toStepFields(step, step.records.slice(from, to)),
    ...(from > 0 && { continued: true }),
  };
};

const toStepFields = (
  { number, client, operation, at, revision, isTooLarge }: HistoryStep,
  records: readonly EditRecord[],
) => ({
  ...{ step: number, client, operation, at, revision, records: records.map(toSavedRecord) },
  ...(isTooLarge && { tooLarge: true as const }),
});

export const toSavedStep = (step: HistoryStep): SavedStep => ({
  ...toStepFields(step, step.records),
  isUndone: step.isUndone,
  toggles: step.toggles,
});

const toSavedRecord = (record: EditRecord): SavedRecord => {
  switch (record.kind) {
    case 'value': {
      const { nodeId, name, before, after } = record;
      return { value: nodeId, name, before, after };
    }
    case 'position':
      return { position: record.nodeId, before: [...record.before], after: [...record.after] };
    case 'node': {
      const { nodeId, name, before, after } = record;
      return { node: nodeId, name, before: toSavedState(before), after: toSavedState(after) };
    }
    case 'added':
      return {
        added: record.nodes.map(({ id }) => id),
        connections: record.connections.map(({ id }) => id),
      };
    case 'removed':
      return {
        removed: record.nodes.map(toSavedNode),
        connections: record.connections.map(toSavedConnection),
      };
    case 'name':
      return { title: [record.before, record.after] };
    case 'layout':
      return { layout: [toSavedLayout(record.before), toSavedLayout(record.after)] };
  }
};

const toSavedState = ({ values, disabled, expanded, note }: NodeState): z.output<typeof State> => ({
  ...(values && { values }),
  ...(disabled && { disabled: [...disabled] }),
  ...(expanded && { expanded: [...expanded] }),
  ...(note && { note }),
});

const toSavedNode = (node: RemovedNode): [number, FileNode] => [
  node.order,
  'graph' in node ? toFileNode(node) : node.file,
];

const toSavedConnection = (connection: RemovedConnection): z.output<typeof RemovedConnectionFields> => {
  const { id, order } = connection;
  if ('ends' in connection) {
    const { ends, isTrigger } = connection;
    return [id, ...ends.from, ...ends.to, order, isTrigger];
  }
  const { from, to } = connection;
  const isTrigger = from.port.type === 'Trigger' || to.port.type === 'Trigger';
  return [id, from.node.id, from.port.name, to.node.id, to.port.name, order, isTrigger];
};

const toSavedLayout = ({ aspectRatio, saved }: GraphLayout): z.output<typeof Layout> => ({
  aspectRatio,
  ...(saved && {
    saved: {
      ...{ mode: saved.mode, savedAt: saved.savedAt },
      positions: Array.from(saved.positions, ([id, { x, y }]): [string, number, number] => [id, x, y]),
    },
  }),
});

const fromSavedRecord = (saved: SavedRecord): EditRecord => {
  if ('value' in saved) {
    const { value: nodeId, name, before, after } = saved;
    return { kind: 'value', nodeId, name, before, after };
  }
  if ('position' in saved) return { kind: 'position', nodeId: saved.position, ...pickStates(saved) };
  if ('node' in saved) {
    const { node: nodeId, name, before, after } = saved;
    return { kind: 'node', nodeId, name, before: fromSavedState(before), after: fromSavedState(after) };
  }
  if ('added' in saved)
    return {
      kind: 'added',
      nodes: saved.added.map(toReference),
      connections: saved.connections.map(toReference),
    };
  if ('removed' in saved) {
    return {
      kind: 'removed',
      nodes: saved.removed.map(([order, file]) => ({ id: file.id, order, file })),
      connections: saved.connections.map(([id, fromNode, fromPort, toNode, toPort, order, isTrigger]) => ({
        ...{ id, order, isTrigger },
        ends: { from: [fromNode, fromPort], to: [toNode, toPort] },
      })),
    };
  }
  if ('title' in saved) return { kind: 'name', before: saved.title[0], after: saved.title[1] };
  const [before, after] = saved.layout;
  return { kind: 'layout', before: fromSavedLayout(before), after: fromSavedLayout(after) };
};

const toReference = (id: string) => ({ id });

const pickStates = <T>({ before, after }: { before: T; after: T }) => ({ before, after });

const fromSavedState = ({ disabled, expanded, ...state }: z.output<typeof State>): NodeState => ({
  ...(state.values && { values: state.values }),
  ...(state.note && { note: state.note }),
  ...(disabled && { disabled: new Set(disabled) }),
  ...(expanded && { expanded: new Set(expanded) }),
});

const fromSavedLayout = ({ aspectRatio, saved }: z.output<typeof Layout>): GraphLayout => ({
  aspectRatio,
  saved: saved && { ...saved, positions: new Map(saved.positions.map(([id, x, y]) => [id, { x, y }])) },
});

const createSavedStep = (
  { step, client, operation, at, revision, records, tooLarge }: SavedStepContent,
  toggles: number[],
): HistoryStep => ({
  ...{ number: step, client, operation, at, revision, source: undefined, isUndone: false, toggles },
  records: records.map(fromSavedRecord),
  bytes: JSON.stringify(records).length,
  isTooLarge: tooLarge === true,
});

/** Adds a step from a file to a history. */
export const restoreStep = (history: GraphHistory, saved: SavedStep): void => {
  const step = createSavedStep(saved, saved.toggles);
  step.isUndone = saved.isUndone;
  if (step.isUndone) history.undoneCount += 1;
  addStep(history, step);
};

/**
 * Applies what a line of the journal says about the history.
 * @param saved the content of the line; `undefined` if the line's edits belong to no step, which clears the history
 * @returns the revision of the graph after the line, if it is known
 */
export const applySavedEntries = (history: GraphHistory, saved: unknown): number | undefined => {
  const { data } = SavedEntries.safeParse(saved);
  if (!data) {
    Object.assign(history, createHistory());
    return undefined;
  }
  const { epoch, first, entries, revision } = data;
  const isNext = history.epoch === epoch && first <= history.entryCount + 1;
  if (!isNext) Object.assign(history, createHistory(), { epoch, entryCount: first - 1 });
  // The file from which the history was read may already contain some of the entries.
  const newEntries = entries.slice(history.entryCount + 1 - first);
  if (newEntries.length === 0) return undefined;
  for (const entry of newEntries) applySavedEntry(history, entry);
  history.entryCount += newEntries.length;
  return revision;
};

const applySavedEntry = (history: GraphHistory, entry: SavedEntry): void => {
  if ('toggled' in entry) {
    for (const [number, records] of entry.toggled) {
      const step = findStep(history, number);
      if (step) toggleStep(history, step, records.map(fromSavedRecord));
    }
    return;
  }
  if (history.undoneCount > 0) dropUndoneSteps(history, entry.client);
  history.lastNumber = Math.max(history.lastNumber, entry.step);
  if (entry.continued) {
    const step = findStep(history, entry.step);
    if (step) extendStep(history, step, entry);
    return;
  }
  history.clock += 1;
  const step = createSavedStep(entry, [history.clock]);
  addStep(history, step);
  shrinkHistory(history, step);
};

const findStep = ({ steps }: GraphHistory, number: number): HistoryStep | undefined =>
  steps.find((step) => step.number === number);

const extendStep = (history: GraphHistory, step: HistoryStep, entry: SavedStepContent): void => {
  continueStep(history, step);
  const added = createSavedStep(entry, []);
  step.records = added.isTooLarge ? [] : [...step.records, ...added.records];
  step.isTooLarge = added.isTooLarge;
  step.bytes += added.bytes;
  step.revision = added.revision;
  history.bytes += added.bytes;
  shrinkHistory(history, step);
};

/** The order numbers of a graph's items. */
export interface ItemOrders {
  readonly nodes: Map<string, number>;
  readonly connections: Map<string, number>;
}

/** Successive order numbers, as the first number and how many follow one another. */
export const OrderRuns = z.array(z.tuple([Order, Order]));
export type OrderRuns = z.output<typeof OrderRuns>;

export const toOrderRuns = (items: Iterable<{ readonly order: number }>): OrderRuns => {
  const runs: OrderRuns = [];
  let run: OrderRuns[number] | undefined;
  for (const { order } of items) {
    if (run && order === run[0] + run[1]) run[1] += 1;
    else {
      run = [order, 1];
      runs.push(run);
    }
  }
  return runs;
};

/** Assigns the numbers of runs to items. Returns `undefined` if there are more or fewer numbers than items. */
export const fromOrderRuns = (runs: OrderRuns, count: number): number[] | undefined => {
  if (runs.reduce((sum, [, length]) => sum + length, 0) !== count) return undefined;
  return runs.flatMap(([first, length]) => Array.from({ length }, (_, index) => first + index));
};
