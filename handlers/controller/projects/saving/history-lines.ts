/** The JSON form of a graph's history, in the edit journal and in files of its own (C-324). */
import * as z from 'zod';
import { stringifyJson, stringifyString } from '#runtime/shared/text-encoding.ts';
import type { Json } from '#spec/values.ts';
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
  ValueLocation,
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
  z.object({ value: z.tuple([Id, z.string()]), before: z.json().optional(), after: z.json().optional() }),
  /**
   * The next values of the line have changed, as many as there were before. Most lines with values contain nothing else.
   * `after` is the value of a single write, unless the line contains it.
   */
  z.object({ next: z.array(z.json()), after: z.json().optional() }),
  z.object({ position: Id, before: Point, after: Point }),
  z.object({ node: Id, name: z.string().optional(), before: State, after: State }),
  z.object({ added: z.array(Id), connections: z.array(Id) }),
  /** All nodes and connections of the line were added. Most lines with additions contain nothing else. */
  z.object({ added: z.literal('all') }),
  z.object({
    removed: z.array(z.tuple([Order, RemovedFileNode])),
    connections: z.array(RemovedConnectionFields),
  }),
  z.object({ title: z.tuple([z.string(), z.string()]) }),
  z.object({ layout: z.tuple([Layout, Layout]) }),
]);
type SavedRecord = z.output<typeof SavedRecord>;

const SavedStepFields = {
  /** Number, client, operation, time and revision. */
  step: z.tuple([z.int(), z.string(), z.string(), z.number(), z.int()]),
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

/**
 * Returns the history entries that are not in the journal yet as JSON. Builds the strings directly, because every edit
 * writes an entry.
 */
export const stringifyNewEntries = (
  { history, revision }: GraphDocument,
  line: WrittenItems = noItems,
): string | undefined => {
  const { unwritten, epoch, entryCount } = history;
  if (unwritten.length === 0) return undefined;
  const remaining = { values: line.values, index: 0 };
  const head = `{"epoch":"${epoch}","first":${entryCount + 1},"revision":${revision}`;
  const step = findOnlyAddition(unwritten, line);
  if (step) return `${head},"entries":[{${stringifyStepHead(step)},"records":[{"added":"all"}]}]}`;
  let entries = '';
  for (const entry of unwritten) entries += `${entries === '' ? '' : ','}${stringifyEntry(entry, remaining)}`;
  return `${head},"entries":[${entries}]}`;
};

/** The changed items that a line contains. */
interface WrittenItems {
  /** The number of added or changed nodes. */
  readonly nodes: number;
  /** The number of added connections. */
  readonly connections: number;
  readonly values: readonly ValueLocation[];
}

const noItems: WrittenItems = { nodes: 0, connections: 0, values: [] };

/** The values of a line to which no record refers yet. */
interface RemainingValues {
  readonly values: readonly ValueLocation[];
  index: number;
}

/** Returns the step of the only entry if it has added all items of the line, and has changed nothing else. */
const findOnlyAddition = (
  [entry, ...others]: readonly HistoryEntry[],
  { nodes, connections }: WrittenItems,
): HistoryStep | undefined => {
  if (others.length > 0 || !entry || !('step' in entry) || entry.from > 0 || entry.step.records.length > 1)
    return undefined;
  const [record] = entry.step.records;
  const isAll =
    record?.kind === 'added' && record.nodes.length === nodes && record.connections.length === connections;
  return isAll ? entry.step : undefined;
};

const stringifyEntry = (entry: HistoryEntry, remaining: RemainingValues): string => {
  if ('toggled' in entry) {
    const toggled = entry.toggled.map(({ number, records }) => `[${number},${stringifyRecords(records)}]`);
    return `{"toggled":[${toggled.join(',')}]}`;
  }
  const { step, from, to } = entry;
  const isWhole = from === 0 && to === undefined;
  const fields = stringifyStepFields(step, isWhole ? step.records : step.records.slice(from, to), remaining);
  return from > 0 ? `{${fields},"continued":true}` : `{${fields}}`;
};

const stringifyStepFields = (
  step: HistoryStep,
  records: readonly EditRecord[],
  remaining?: RemainingValues,
): string => {
  const tooLarge = step.isTooLarge ? ',"tooLarge":true' : '';
  return `${stringifyStepHead(step)},"records":${stringifyRecords(records, remaining)}${tooLarge}`;
};

const stringifyStepHead = ({ number, client, operation, at, revision }: HistoryStep): string =>
  `"step":[${number},${stringifyString(client)},"${operation}",${at},${revision}]`;

/** Returns a step as one line of a history's file. */
export const stringifyStep = (step: HistoryStep): string =>
  `{${stringifyStepFields(step, step.records)},"isUndone":${step.isUndone},"toggles":[${step.toggles.join(',')}]}\n`;

const stringifyRecords = (
  records: readonly EditRecord[],
  remaining: RemainingValues = { values: [], index: 0 },
): string => {
  // Only the description of a single write needs the new value.
  const hasAfter = records.length === 1;
  let text = '';
  let index = 0;
  while (index < records.length) {
    if (index > 0) text += ',';
    const length = countNextValues(records, index, remaining);
    const record = records[index] as EditRecord;
    text +=
      length === 0
        ? stringifyRecord(record, hasAfter)
        : stringifyNextValues(records, index, length, hasAfter ? remaining : undefined);
    index += Math.max(1, length);
    remaining.index += length;
  }
  return `[${text}]`;
};

/** Returns how many of the records from an index on are the next values of the line. */
const countNextValues = (
  records: readonly EditRecord[],
  from: number,
  { values, index }: RemainingValues,
): number => {
  let count = 0;
  for (;;) {
    const record = records[from + count];
    const location = values[index + count];
    const isNext =
      location &&
      record?.kind === 'value' &&
      record.nodeId === location.node.id &&
      record.name === location.name &&
      record.before !== undefined;
    if (!isNext) return count;
    count += 1;
  }
};

/** @param single the remaining values of the line if the record is the only one of its step */
const stringifyNextValues = (
  records: readonly EditRecord[],
  from: number,
  length: number,
  single: RemainingValues | undefined,
): string => {
  let text = '';
  for (let index = from; index < from + length; index += 1) {
    const { before } = records[index] as Extract<EditRecord, { kind: 'value' }>;
    text += `${text === '' ? '' : ','}${stringifyJson(before)}`;
  }
  const location = single?.values[single.index];
  const { after } = records[from] as Extract<EditRecord, { kind: 'value' }>;
  // Another write of the same value may be in the same line, which then contains only the last one.
  const isOverwritten = location !== undefined && location.node.values[location.name] !== after;
  return `{"next":[${text}]${isOverwritten && after !== undefined ? `,"after":${stringifyJson(after)}` : ''}}`;
};

const stringifyRecord = (record: EditRecord, hasAfter: boolean): string => {
  if (record.kind !== 'value') return JSON.stringify(toSavedRecord(record));
  const { nodeId, name, before, after } = record;
  const beforeText = before === undefined ? '' : `,"before":${stringifyJson(before)}`;
  const afterText = after === undefined || !hasAfter ? '' : `,"after":${stringifyJson(after)}`;
  return `{"value":[${stringifyString(nodeId)},${stringifyString(name)}]${beforeText}${afterText}}`;
};

const toSavedRecord = (record: EditRecord): SavedRecord => {
  switch (record.kind) {
    case 'value': {
      const { nodeId, name, before, after } = record;
      return { value: [nodeId, name], before, after };
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

/** The changed items that a line contains. */
export interface LineItems {
  readonly nodes: readonly { readonly id: string }[];
  readonly connections: readonly { readonly id: string }[];
  readonly values: readonly (readonly [nodeId: string, name: string, value: Json])[];
}

/** The items of a line, and how many of its values records have already referred to. */
interface ReadLine extends LineItems {
  valueIndex: number;
}

const createEmptyLine = (): ReadLine => ({ nodes: [], connections: [], values: [], valueIndex: 0 });

const fromSavedRecords = (saved: readonly SavedRecord[], line: ReadLine): EditRecord[] =>
  saved.flatMap((record) =>
    'next' in record ? takeNextValues(record, line, saved.length === 1) : fromSavedRecord(record, line),
  );

const takeNextValues = (
  { next, after }: Extract<SavedRecord, { next: unknown }>,
  line: ReadLine,
  isOnly: boolean,
): EditRecord[] => {
  const { values, valueIndex } = line;
  line.valueIndex += next.length;
  return next.map((before, index): EditRecord => {
    const [nodeId, name, value] = values[valueIndex + index] as LineItems['values'][number];
    return {
      kind: 'value',
      nodeId,
      name,
      before,
      after: isOnly && next.length === 1 ? (after ?? value) : undefined,
    };
  });
};

/** Whether a line contains all values to which its entries refer. */
const hasAllValues = (entries: readonly SavedEntry[], { values }: LineItems): boolean =>
  values.length >=
  entries
    .flatMap((entry) => ('records' in entry ? entry.records : []))
    .reduce((sum, record) => sum + ('next' in record ? record.next.length : 0), 0);

const fromSavedRecord = (saved: Exclude<SavedRecord, { next: unknown }>, line: LineItems): EditRecord => {
  if ('value' in saved) {
    const { before, after } = saved;
    const [nodeId, name] = saved.value;
    return { kind: 'value', nodeId, name, before, after };
  }
  if ('position' in saved) return { kind: 'position', nodeId: saved.position, ...pickStates(saved) };
  if ('node' in saved) {
    const { node: nodeId, name, before, after } = saved;
    return { kind: 'node', nodeId, name, before: fromSavedState(before), after: fromSavedState(after) };
  }
  if ('added' in saved && saved.added === 'all')
    return { kind: 'added', nodes: line.nodes, connections: line.connections };
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
  { step: [number, client, operation, at, revision], records, tooLarge }: SavedStepContent,
  toggles: number[],
  line: ReadLine = createEmptyLine(),
): HistoryStep => ({
  ...{ number, client, operation, at, revision, source: undefined, isUndone: false, toggles },
  records: fromSavedRecords(records, line),
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
 * @param saved the entries of the line; `undefined` if the line's edits belong to no step, which clears the history
 * @param line the items that the line contains
 * @returns the revision of the graph after the line, if it is known
 */
export const applySavedEntries = (
  history: GraphHistory,
  saved: unknown,
  items: LineItems,
): number | undefined => {
  const { data } = SavedEntries.safeParse(saved);
  if (!data || !hasAllValues(data.entries, items)) {
    Object.assign(history, createHistory());
    return undefined;
  }
  const { epoch, first, entries, revision } = data;
  const isNext = history.epoch === epoch && first <= history.entryCount + 1;
  if (!isNext) Object.assign(history, createHistory(), { epoch, entryCount: first - 1 });
  // The file from which the history was read may already contain some of the entries.
  const knownCount = history.entryCount + 1 - first;
  const newEntries = entries.slice(knownCount);
  if (newEntries.length === 0) return undefined;
  const line: ReadLine = { ...items, valueIndex: 0 };
  for (const entry of entries.slice(0, knownCount))
    if ('records' in entry) fromSavedRecords(entry.records, line);
  for (const entry of newEntries) applySavedEntry(history, entry, line);
  history.entryCount += newEntries.length;
  return revision;
};

const applySavedEntry = (history: GraphHistory, entry: SavedEntry, line: ReadLine): void => {
  if ('toggled' in entry) {
    for (const [number, records] of entry.toggled) {
      const step = findStep(history, number);
      if (step) toggleStep(history, step, fromSavedRecords(records, line));
    }
    return;
  }
  const [number, client] = entry.step;
  if (history.undoneCount > 0) dropUndoneSteps(history, client);
  history.lastNumber = Math.max(history.lastNumber, number);
  if (entry.continued) {
    const step = findStep(history, number);
    if (step) extendStep(history, step, createSavedStep(entry, [], line));
    return;
  }
  history.clock += 1;
  const step = createSavedStep(entry, [history.clock], line);
  addStep(history, step);
  shrinkHistory(history, step);
};

const findStep = ({ steps }: GraphHistory, number: number): HistoryStep | undefined =>
  steps.find((step) => step.number === number);

const extendStep = (history: GraphHistory, step: HistoryStep, added: HistoryStep): void => {
  continueStep(history, step);

  step.records = added.isTooLarge ? [] : [...step.records, ...added.records];
  step.isTooLarge = added.isTooLarge;
  step.bytes += added.bytes;
  step.revision = added.revision;
  history.bytes += added.bytes;
  shrinkHistory(history, step);
};

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
