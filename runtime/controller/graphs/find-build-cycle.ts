/** Finds the data cycles that the connections of a build close, after all of them are made. */
import { closesCycle } from './connection-rules.ts';
import type { Connection, NodeDocument } from './graph-document.ts';

interface BuildConnections {
  /** New connections, in the order in which they were made. */
  readonly connections: readonly Connection[];
  /** Connections that may have closed a cycle. */
  readonly possibleCycles: readonly Connection[];
  /** Replaced connections, each with the index of the new one. */
  readonly replaced: readonly { readonly wire: Connection; readonly by: number }[];
}

/**
 * Up to this number, connections are checked one by one from both ends, because a search from one end may cross a large
 * graph.
 */
const maxSingleChecks = 4;

/**
 * Returns the index of the first connection that closed a cycle of pure nodes; undefined without one. One search covers
 * all candidates, and a few more find the first one. A build of 4,000 nodes with shuffled connections takes 57 ms,
 * instead of 1.7 s with a search per connection.
 */
export const findFirstCycle = ({
  connections,
  possibleCycles,
  replaced,
}: BuildConnections): number | undefined => {
  if (possibleCycles.length === 0) return undefined;
  const isSimple = replaced.length === 0;
  if (
    isSimple &&
    possibleCycles.length <= maxSingleChecks &&
    !possibleCycles.some(({ from, to }) => closesCycle(from, to))
  )
    return undefined;

  const numbers = new Map(connections.map((wire, number) => [wire, number]));
  const numberOf = (wire: Connection): number => numbers.get(wire) ?? -1;
  const gone = groupBySourceNode(replaced);
  /**
   * Whether the connections up to an index close a cycle, without those that were already replaced at another index.
   */
  const isCyclic = (starts: readonly Connection[], upTo: number, atThatOfNumber: number): boolean =>
    hasCycle(
      starts.map(({ to }) => to.node),
      function* (node) {
        for (const list of node.outgoing.values())
          for (const wire of list) if (numberOf(wire) <= upTo) yield wire.to.node;
        for (const { wire, by } of gone.get(node) ?? []) if (by >= atThatOfNumber) yield wire.to.node;
      },
    );
  /** Ignores replacements, so that the result is monotonic. */
  const isEverCyclic = (upTo: number): boolean => isCyclic(possibleCycles, upTo, 0);

  const last = connections.length - 1;
  if (!isEverCyclic(last)) return undefined;
  const first = binarySearchFirst(last, isEverCyclic);
  if (isSimple) return first;
  // Takes replacements into account. There is no cycle before each candidate.
  const closing = possibleCycles.find((wire) => {
    const number = numberOf(wire);
    return number >= first && isCyclic([wire], number, number);
  });
  return closing && numberOf(closing);
};

const groupBySourceNode = (
  replaced: BuildConnections['replaced'],
): ReadonlyMap<NodeDocument, BuildConnections['replaced'][number][]> => {
  const groups = new Map<NodeDocument, BuildConnections['replaced'][number][]>();
  for (const each of replaced) {
    const group = groups.get(each.wire.from.node);
    if (group) group.push(each);
    else groups.set(each.wire.from.node, [each]);
  }
  return groups;
};

/** Finds the smallest number for which a monotonic predicate is true. It must be true for `last`. */
const binarySearchFirst = (last: number, isTrue: (number: number) => boolean): number => {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Whether a path through pure nodes from one of the starts returns to a node on the path. */
const hasCycle = (
  starts: readonly NodeDocument[],
  after: (node: NodeDocument) => Iterator<NodeDocument>,
): boolean => {
  const finished = new Set<NodeDocument>();
  const onWay = new Set<NodeDocument>();
  for (const start of starts) {
    if (finished.has(start)) continue;
    const way = [{ node: start, next: after(start) }];
    onWay.add(start);
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const step = top.next.next();
      if (step.done) {
        way.pop();
        onWay.delete(top.node);
        finished.add(top.node);
        continue;
      }
      const node = step.value;
      if (onWay.has(node)) return true;
      if (node.type.kind !== 'pure' || finished.has(node)) continue;
      onWay.add(node);
      way.push({ node, next: after(node) });
    }
  }
  return false;
};
