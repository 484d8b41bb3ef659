/** Wiring rules (description: 'Port', connection compatibility; register: C-04 to C-06). */
import { ApiError } from '#spec/errors.ts';
import { canConnectTypes } from '#spec/values.ts';
import type { NodeCatalog } from './catalog.ts';
import { convertersBetween } from './converters.ts';
import type { Connection, NodeDocument, PortEnd } from './document.ts';

const label = ({ node, port }: PortEnd): string => `'${port.name}' of ${node.type.enumValue}`;

const carriesData = ({ port }: PortEnd): boolean => port.type !== 'Trigger' && port.type !== 'Button';

/** A search through pure nodes, along the wires or against them. */
const createWalk = (start: NodeDocument, neighbours: (node: NodeDocument) => Iterable<NodeDocument>) => {
  const pending = [start];
  const seen = new Set(pending);
  return {
    seen,
    get ended() {
      return pending.length === 0;
    },
    step(): void {
      const node = pending.pop();
      if (node === undefined) return;
      for (const next of neighbours(node)) {
        if (next.type.kind !== 'pure' || seen.has(next)) continue;
        seen.add(next);
        pending.push(next);
      }
    },
  };
};

function* after(node: NodeDocument): Iterable<NodeDocument> {
  for (const wires of node.outgoing.values()) for (const { to } of wires) yield to.node;
}

function* before(node: NodeDocument): Iterable<NodeDocument> {
  for (const wires of node.incoming.values()) for (const { from } of wires) yield from.node;
}

/**
 * Whether a value can flow from one pure node, through pure nodes only, to another. Looks from both ends in turn: one
 * of them is nearly always at the edge of its graph, so that an edit costs the same in a large graph as in a small one.
 */
const reachesThroughPure = (from: NodeDocument, goal: NodeDocument): boolean => {
  const forwards = createWalk(from, after);
  const backwards = createWalk(goal, before);
  while (!forwards.seen.has(goal) && !backwards.seen.has(from)) {
    if (forwards.ended || backwards.ended) return false;
    forwards.step();
    backwards.step();
  }
  return true;
};

/** Whether wiring this pair could close a data cycle made of pure nodes only, by what is wired at its two ends alone. */
export const mayCloseCycle = (from: PortEnd, to: PortEnd): boolean =>
  carriesData(from) &&
  from.node.type.kind === 'pure' &&
  to.node.type.kind === 'pure' &&
  (from.node === to.node || (from.node.incoming.size > 0 && to.node.outgoing.size > 0));

/** Whether wiring this pair would close a data cycle made of pure nodes only. */
export const closesCycle = (from: PortEnd, to: PortEnd): boolean =>
  mayCloseCycle(from, to) && reachesThroughPure(to.node, from.node);

/** The wire between exactly this pair of ports; looked for at the end with fewer wires, as thousands may meet on a trigger. */
const wireBetween = (from: PortEnd, to: PortEnd): Connection | undefined => {
  const leaving = from.node.outgoing.get(from.port.name);
  const arriving = to.node.incoming.get(to.port.name);
  if (!leaving || !arriving) return undefined;
  for (const wire of leaving.length < arriving.length ? leaving : arriving) {
    if (isSameEnd(wire.from, from) && isSameEnd(wire.to, to)) return wire;
  }
  return undefined;
};

const isSameEnd = (a: PortEnd, b: PortEnd): boolean => a.node === b.node && a.port.name === b.port.name;

/** The wire that a new one would replace: a data input takes one source unless its type says otherwise, a trigger input takes many. */
export const replacedBy = ({ node, port }: PortEnd): Connection | undefined =>
  port.type === 'Trigger' || port.takesMany ? undefined : node.incoming.get(port.name)?.[0];

/**
 * Checks direction, types and duplicates of a pair, everything but cycles.
 * @param catalog where nodes are looked for that stand between types which do not fit
 * @throws Fault INCOMPATIBLE_TYPES or DUPLICATE_CONNECTION
 */
export const checkPair = (catalog: NodeCatalog, from: PortEnd, to: PortEnd): void => {
  if (from.port.direction !== 'output' || to.port.direction !== 'input') {
    throw new ApiError(
      'INCOMPATIBLE_TYPES',
      `A connection runs from an output port to an input port; ${label(from)} is an ${from.port.direction} and ${label(to)} is an ${to.port.direction}.`,
    );
  }
  const [outputType, inputType] = [from.port.type, to.port.type];
  if (!canConnectTypes(outputType, inputType)) {
    throw new ApiError(
      'INCOMPATIBLE_TYPES',
      `${label(from)} is of type ${outputType} and does not connect to ${label(to)} of type ${inputType}.`,
      { outputType, inputType, converters: convertersBetween(catalog, outputType, inputType) },
    );
  }
  checkDuplicate(from, to);
};

/** @throws Fault DUPLICATE_CONNECTION */
export const checkDuplicate = (from: PortEnd, to: PortEnd): void => {
  const present = wireBetween(from, to);
  if (present) {
    throw new ApiError('DUPLICATE_CONNECTION', `${label(from)} is already connected to ${label(to)}.`, {
      connectionId: present.id,
    });
  }
};

/**
 * Checks everything about a pair.
 * @throws Fault INCOMPATIBLE_TYPES, DUPLICATE_CONNECTION or CYCLIC_CONNECTION
 */
export const checkConnection = (catalog: NodeCatalog, from: PortEnd, to: PortEnd): void => {
  checkPair(catalog, from, to);
  if (closesCycle(from, to)) throw cycleFault(from, to);
};

export const cycleFault = (from: PortEnd, to: PortEnd): ApiError =>
  new ApiError(
    'CYCLIC_CONNECTION',
    `Wiring ${label(from)} to ${label(to)} would close a data cycle made of pure nodes only.`,
  );
