/** Describes steps of a history in plain English. */
import type { Json } from '#spec/values.ts';
import type { EditRecord, GraphDocument, HistoryStep } from '../graph-document.ts';
import type { GraphStore } from '../graph-store.ts';

const maxNames = 2;
const maxValueLength = 60;

type RecordOf<K extends EditRecord['kind']> = EditRecord & { readonly kind: K };

/** Finds the types of nodes, including those that were removed. */
interface NodeTypeLookup {
  find(nodeId: string): string | undefined;
  /** Whether an input may be shown. Only known inputs that are not sensitive may. */
  isShown(nodeId: string, input: string): boolean;
}

const createNodeTypeLookup = (store: GraphStore, graph: GraphDocument): NodeTypeLookup => {
  let removed: Map<string, string> | undefined;
  const listRemoved = (): Map<string, string> =>
    new Map(
      graph.history.steps
        .flatMap(({ records }) => records)
        .flatMap((record) => (record.kind === 'removed' ? record.nodes : []))
        .map((node) => [node.id, 'graph' in node ? node.type.enumValue : node.file.category]),
    );
  const find = (nodeId: string): string | undefined => {
    const node = graph.nodes.get(nodeId);
    if (node) return node.type.enumValue;
    removed ??= listRemoved();
    return removed.get(nodeId);
  };
  return {
    find,
    isShown(nodeId, input) {
      if (store.exposesSensitive()) return true;
      const ports = graph.nodes.get(nodeId)?.ports ?? store.catalog.findAny(find(nodeId) ?? '')?.ports ?? [];
      const port = ports.find(({ name, direction }) => name === input && direction === 'input');
      return port !== undefined && !port.isSensitive;
    },
  };
};

/** Describes a step in one line. */
export const describeStep = (store: GraphStore, graph: GraphDocument, step: HistoryStep): string => {
  if (step.isTooLarge) return 'Made a change that is too large to be undone';
  const nodeTypes = createNodeTypeLookup(store, graph);
  const records = step.isUndone ? step.records.toReversed().map(invertRecord) : step.records;
  const list = <K extends EditRecord['kind']>(kind: K): RecordOf<K>[] =>
    records.filter((record): record is RecordOf<K> => record.kind === kind);
  const values = list('value');
  const parts = [
    describeItems('Added', list('added'), nodeTypes),
    describeItems('Removed', list('removed'), nodeTypes),
    describeValues(values, list('node'), nodeTypes, records.length === 1),
    ...describeNodeChanges(list('node'), nodeTypes),
    describeMoves(list('position'), list('layout'), nodeTypes),
    ...list('name')
      .slice(-1)
      .map(({ after }) => `Renamed the graph to '${shorten(after)}'`),
  ].filter((part) => part !== undefined);
  const [first = 'Changed nothing', ...others] = parts;
  return [first, ...others.map((part) => part.charAt(0).toLowerCase() + part.slice(1))].join('; ');
};

/** Returns what a change was before it was undone. */
const invertRecord = (record: EditRecord): EditRecord => {
  if (record.kind === 'added' || record.kind === 'removed')
    return { ...record, kind: record.kind === 'added' ? 'removed' : 'added' } as EditRecord;
  return { ...record, before: record.after, after: record.before } as EditRecord;
};

const shorten = (text: string): string =>
  text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}…`;

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Lists names like 'Start, Log and 3 more nodes'. */
const listNames = (names: readonly string[]): string => {
  if (names.length <= maxNames + 1) {
    const last = names.at(-1) ?? '';
    return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  }
  return `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more nodes`;
};

const describeItems = (
  verb: string,
  records: readonly RecordOf<'added' | 'removed'>[],
  { find }: NodeTypeLookup,
): string | undefined => {
  const nodes = records.flatMap((record) => record.nodes.map(({ id }) => id));
  const connections = records.reduce((sum, record) => sum + record.connections.length, 0);
  const parts = [
    ...(nodes.length > 0 ? [listNames(nodes.map((id) => find(id) ?? 'a node'))] : []),
    ...(connections > 0 ? [count(connections, 'connection')] : []),
  ];
  return parts.length > 0 ? `${verb} ${parts.join(', ')}` : undefined;
};

const describeValues = (
  values: readonly RecordOf<'value'>[],
  nodeChanges: readonly RecordOf<'node'>[],
  nodeTypes: NodeTypeLookup,
  isOnlyChange: boolean,
): string | undefined => {
  const writes = [
    ...values.map((write) => (isOnlyChange ? write : { ...write, after: undefined })),
    ...nodeChanges.flatMap(({ nodeId, name, after }) =>
      name === undefined ? [] : [{ nodeId, name, after: after.values?.[name] }],
    ),
  ];
  const changed = [...new Map(writes.map((write) => [`${write.nodeId} ${write.name}`, write])).values()];
  const [first] = changed;
  if (!first) return undefined;
  const { nodeId, name, after } = first;
  if (changed.length > 1) return `Set ${count(changed.length, 'value')}`;
  const target = `Set ${name} of ${nodeTypes.find(nodeId) ?? 'a removed node'}`;
  return nodeTypes.isShown(nodeId, name) && after !== undefined
    ? `${target} to ${formatValue(after)}`
    : target;
};

const formatValue = (value: Json): string => shorten(JSON.stringify(value));

const describeNodeChanges = (
  changes: readonly RecordOf<'node'>[],
  { find }: NodeTypeLookup,
): (string | undefined)[] => {
  const describe = (key: 'disabled' | 'expanded' | 'note', text: string): string | undefined => {
    const ids = [
      ...new Set(changes.filter(({ before }) => before[key] !== undefined).map(({ nodeId }) => nodeId)),
    ];
    return ids.length > 0 ? `${text} ${listNames(ids.map((id) => find(id) ?? 'a removed node'))}` : undefined;
  };
  return [
    describe('disabled', 'Disabled or enabled ports of'),
    describe('expanded', 'Expanded or collapsed ports of'),
    describe('note', 'Changed the text or style of'),
  ];
};

const describeMoves = (
  positions: readonly RecordOf<'position'>[],
  layouts: readonly RecordOf<'layout'>[],
  { find }: NodeTypeLookup,
): string | undefined => {
  const ids = [...new Set(positions.map(({ nodeId }) => nodeId))];
  const [first = ''] = ids;
  const nodes = ids.length === 1 ? (find(first) ?? 'a removed node') : count(ids.length, 'node');
  const layout = layouts.at(-1);
  if (!layout) return ids.length > 0 ? `Moved ${nodes}` : undefined;
  const { before, after } = layout;
  if (after.aspectRatio !== before.aspectRatio) return `Set the aspect ratio to ${after.aspectRatio}`;
  if (after.saved)
    return after.saved.mode === 'tidy' ? `Tidied ${nodes}` : `Arranged ${nodes} as ${after.saved.mode}`;
  return `Restored the positions of ${nodes}`;
};
