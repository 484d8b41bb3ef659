/** Finds the steps that must be undone before another step can be undone exactly. */
import type {
  AddedConnection,
  EditRecord,
  GraphDocument,
  HistoryStep,
  RemovedConnection,
} from '../graph-document.ts';

/** The items that a step has changed, and those on whose state the change depends. */
interface StepItems {
  readonly changed: Set<string>;
  readonly needed: Set<string>;
}

const addConnectionItems = (
  graph: GraphDocument,
  { changed, needed }: StepItems,
  added: AddedConnection | RemovedConnection,
): void => {
  changed.add(`connection ${added.id}`);
  const connection = 'from' in added || 'ends' in added ? added : graph.connections.get(added.id);
  // Another step has removed the connection, and thereby changed the same item.
  if (!connection) return;
  const [from, to] =
    'ends' in connection
      ? [connection.ends.from, connection.ends.to]
      : [
          [connection.from.node.id, connection.from.port.name],
          [connection.to.node.id, connection.to.port.name],
        ];
  for (const [id] of [from, to]) needed.add(`node ${id}`).add(`ports ${id}`);
  const [nodeId, name] = to;
  const port =
    'ends' in connection
      ? graph.nodes.get(nodeId)?.ports.find((each) => each.name === name && each.direction === 'input')
      : connection.to.port;
  // A trigger input takes any number of connections, so that two of them don't exclude one another.
  if (port && port.type !== 'Trigger' && !port.takesMany) changed.add(`input ${nodeId} ${name}`);
};

const addItems = (graph: GraphDocument, items: StepItems, record: EditRecord): void => {
  const { changed, needed } = items;
  switch (record.kind) {
    case 'value':
      changed.add(`value ${record.nodeId} ${record.name}`);
      needed.add(`node ${record.nodeId}`).add(`ports ${record.nodeId}`);
      break;
    case 'position':
      changed.add(`position ${record.nodeId}`);
      needed.add(`node ${record.nodeId}`);
      break;
    case 'node': {
      needed.add(`node ${record.nodeId}`);
      const { values, disabled, expanded, note } = record.before;
      if (values) changed.add(`ports ${record.nodeId}`);
      if (disabled) changed.add(`disabled ${record.nodeId}`);
      if (expanded) changed.add(`expanded ${record.nodeId}`);
      if (note) changed.add(`note ${record.nodeId}`);
      break;
    }
    case 'added':
    case 'removed':
      for (const { id } of record.nodes) changed.add(`node ${id}`);
      for (const connection of record.connections) addConnectionItems(graph, items, connection);
      break;
    case 'name':
    case 'layout':
      changed.add(record.kind);
      break;
  }
};

const listItems = (graph: GraphDocument, step: HistoryStep): StepItems => {
  const items = { changed: new Set<string>(), needed: new Set<string>() };
  for (const record of step.records) addItems(graph, items, record);
  return items;
};

/** Whether two steps have changed the same items, or one has changed an item on whose state the other depends. */
const areConflicting = (a: StepItems, b: StepItems): boolean =>
  intersects(a.changed, b.changed) || intersects(a.changed, b.needed) || intersects(a.needed, b.changed);

const intersects = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const item of small) if (large.has(item)) return true;
  return false;
};

/** Returns how often a step was made, undone or redone since `step` was. */
const countTogglesSince = (other: HistoryStep, step: HistoryStep): number => {
  const last = step.toggles.at(-1) ?? 0;
  return other.toggles.filter((time) => time > last).length;
};

/** Whether a number of toggles leads to another state. A step that was undone and redone is as it was before. */
const isOdd = (toggles: number): boolean => toggles % 2 === 1;

/**
 * Finds the steps that stand in the way of undoing or redoing the given steps one after another: those that have since
 * changed what the given steps have changed, or whose own changes depend on it.
 */
export const findBlockingSteps = (
  graph: GraphDocument,
  steps: readonly HistoryStep[],
): readonly HistoryStep[] => {
  const toggled = new Set<HistoryStep>();
  const blocking = new Set<HistoryStep>();
  const itemCache = new Map<HistoryStep, StepItems>();
  const getItems = (step: HistoryStep): StepItems => {
    const items = itemCache.get(step) ?? listItems(graph, step);
    itemCache.set(step, items);
    return items;
  };
  for (const step of steps) {
    for (const other of graph.history.steps) {
      if (other === step || blocking.has(other)) continue;
      if (!isOdd(countTogglesSince(other, step) + (toggled.has(other) ? 1 : 0))) continue;
      if (areConflicting(getItems(step), getItems(other))) blocking.add(other);
    }
    toggled.add(step);
  }
  return graph.history.steps.filter((step) => blocking.has(step));
};

/** The largest number of later changes that are compared with a step. */
const maxComparedRecords = 1_000;

/**
 * Whether a step can be continued: no other step stands in its way, and only few changes were made since. Otherwise, the
 * parts of many large calls would be compared with each other over and over.
 */
export const canContinueStep = (graph: GraphDocument, step: HistoryStep): boolean => {
  if (step.toggles.at(-1) === graph.history.clock) return true;
  const others = listChangedSteps(graph, [step]);
  const recordCount = others.reduce((sum, { records }) => sum + records.length, 0);
  if (recordCount > maxComparedRecords) return false;
  const items = listItems(graph, step);
  return !others.some((other) => areConflicting(items, listItems(graph, other)));
};

/** Lists the steps that were changed since the given steps were, whether they stand in their way or not. */
export const listChangedSteps = (
  { history }: GraphDocument,
  steps: readonly HistoryStep[],
): readonly HistoryStep[] =>
  history.steps.filter(
    (other) => !steps.includes(other) && steps.some((step) => isOdd(countTogglesSince(other, step))),
  );
