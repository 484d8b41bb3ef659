/** Random graphs as plans: plain data that shrinks well, and that any edit of it leaves meaningful. */
import fc from 'fast-check';
import { definitionByEnumValue } from '../../nodes/index.ts';
import { hostileNodes } from './hostile-nodes.ts';
import type { Json } from '#spec/values.ts';
import type { NodeDefinition } from '../../nodes/node.ts';

/** What may be written to a port, in a form for every type that it may turn out to have. */
export interface Scribble {
  readonly number: number;
  readonly text: string;
  readonly json: Json;
}

export interface NodePlan {
  readonly category: string;
  /** Which variable, graph or event it is about, if it is about any, and which of its options it takes. */
  readonly about: number;
  /** Which of its ports are written. */
  readonly writes: readonly { readonly port: number; readonly value: Scribble }[];
  readonly disabled: readonly number[];
  /** Whether vectors and colours show their components. */
  readonly isExpanded: boolean;
}

/** A wire between two nodes; which ports of them is worked out among those that fit. */
export interface WirePlan {
  readonly carries: 'signal' | 'data';
  readonly from: number;
  readonly output: number;
  readonly to: number;
  readonly input: number;
}

export interface GraphPlan {
  readonly nodes: readonly NodePlan[];
  readonly wires: readonly WirePlan[];
}

/** Names that occur in the graphs of one project: variables, custom events, graphs and patterns. */
export const names = ['n', 'flag', 'any', 'text', 'own', 'graph-0', 'graph-1', '*', 'node.**', ''] as const;

/** Nodes that need the scene, a device, or actions on either. */
const needsMore = new Set(['Transform', 'Network']);
const needsActions = new Set(['RunAction']);

const isAlone = ({ type }: NodeDefinition): boolean =>
  !needsMore.has(type.category) && !needsActions.has(type.enumValue) && type.kind !== 'note';

/** The node types of the project that stand on their own. */
export const ownNodes: readonly NodeDefinition[] = [...definitionByEnumValue.values()].filter(isAlone);

export const allDefinitions: ReadonlyMap<string, NodeDefinition> = new Map([
  ...definitionByEnumValue,
  ...hostileNodes.map((definition) => [definition.type.enumValue.toLowerCase(), definition] as const),
]);

const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 6 }) },
  { weight: 3, arbitrary: fc.integer({ min: -20, max: 200 }).map((n) => n / 60) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(-0, 1e308, -1e308, 5e-324, 2 ** 53 - 1, -(2 ** 53) + 1, 0.1 + 0.2, 1e21),
  },
);

const scribble: fc.Arbitrary<Scribble> = fc.record({
  number,
  text: fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 6, unit: 'grapheme' })),
  json: fc.oneof(
    fc.constantFrom<Json>(null, true, 'n', 3),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  ),
});

const nodePlan = (categories: readonly string[]): fc.Arbitrary<NodePlan> =>
  fc.record({
    category: fc.constantFrom(...categories),
    about: fc.constantFrom(0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9),
    writes: fc.array(fc.record({ port: fc.nat(30), value: scribble }), { maxLength: 4 }),
    disabled: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.nat(8), { maxLength: 2 }) },
    ),
    isExpanded: fc.boolean(),
  });

const wirePlan: fc.Arbitrary<WirePlan> = fc.record({
  carries: fc.constantFrom('signal', 'signal', 'data'),
  from: fc.nat(40),
  output: fc.nat(20),
  to: fc.nat(40),
  input: fc.nat(20),
});

const namesOf = (definitions: readonly NodeDefinition[]): string[] =>
  definitions.map(({ type }) => type.enumValue);

interface Choice {
  readonly definitions: readonly NodeDefinition[];
  readonly mostNodes?: number;
}

/** What brings much of the engine into play; it would be rare among all the others. */
const intricate = [
  ...['GetVariable', 'SetVariable', 'Watch', 'Delay', 'ForLoop'],
  ...['Select', 'Or', 'RandomFloat', 'RandomInteger'],
];

export const graphPlan = ({ definitions, mostNodes = 14 }: Choice): fc.Arbitrary<GraphPlan> => {
  const allowed = new Set(namesOf(definitions));
  const ofKind = (...kinds: readonly string[]) =>
    namesOf(definitions.filter(({ type }) => kinds.includes(type.kind)));
  const node = fc.oneof(
    { weight: 2, arbitrary: nodePlan(ofKind('event')) },
    { weight: 5, arbitrary: nodePlan(ofKind('flow', 'latent')) },
    { weight: 5, arbitrary: nodePlan(ofKind('pure')) },
    { weight: 2, arbitrary: nodePlan(intricate.filter((name) => allowed.has(name))) },
  );
  return fc.record({
    nodes: fc.array(node, { minLength: 1, maxLength: mostNodes }),
    wires: fc.array(wirePlan, { maxLength: mostNodes * 3 }),
  });
};
