/** Data cycles that the wires of a build close, looked for once when all of them stand. */
import { closesCycle } from './connection-rules.ts';
import type { Connection, NodeDocument } from './graph-document.ts';

/** What a build has wired. */
interface BuildConnections {
  /** New wires, in the order in which they came. */
  readonly connections: readonly Connection[];
  /** Those of them that may have closed a cycle when they came. */
  readonly possibleCycles: readonly Connection[];
  /** Wires that gave way, each with the number of the new one that it made room for. */
  readonly replaced: readonly { readonly wire: Connection; readonly by: number }[];
}

/** So few are looked at one by one, from both ends: a walk from one end may cross a large graph. */
const maxSingleChecks = 4;

/**
 * Number of the first wire that closed a cycle of pure nodes when it came; undefined when none did. One walk over what the
 * suspects lead to (a build of 4,000 nodes with shuffled wires: 57 ms, and 1.7 s with a walk for each wire), and some more
 * to tell which one it was.
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
  /** Whether the wires up to one close a cycle, with those that had given way when another one came left out. */
  const isCyclic = (starts: readonly Connection[], upTo: number, atThatOfNumber: number): boolean =>
    hasCycle(
      starts.map(({ to }) => to.node),
      function* (node) {
        for (const list of node.outgoing.values())
          for (const wire of list) if (numberOf(wire) <= upTo) yield wire.to.node;
        for (const { wire, by } of gone.get(node) ?? []) if (by >= atThatOfNumber) yield wire.to.node;
      },
    );
  /** As if none had given way, so that what is cyclic stays so. */
  const isEverCyclic = (upTo: number): boolean => isCyclic(possibleCycles, upTo, 0);

  const last = connections.length - 1;
  if (!isEverCyclic(last)) return undefined;
  const first = binarySearchFirst(last, isEverCyclic);
  if (isSimple) return first;
  // What closes a cycle with a wire that had given way before closes none. Up to each of them there is none yet.
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

/** The least number up to a last one that something is true of, which is true of all after it, and of the last. */
const binarySearchFirst = (last: number, isTrue: (number: number) => boolean): number => {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Whether a way through pure nodes from one of the starts leads back to a node on it. */
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
