/** What happens to random graphs: they are loaded, started, edited, pressed and stopped while time goes on. */
import fc from 'fast-check';
import { draw } from './draw.ts';
import { graphPlan } from './graph-plans.ts';
import type { Json } from '#spec/values.ts';
import type { GraphImage, VariableImage } from '../../link/protocol.ts';
import type { NodeDefinition } from '../../nodes/node.ts';
import type { GraphPlan } from './graph-plans.ts';

/** Something that is done from outside before a tick. */
export interface Move {
  /** Ticks that go by before it. */
  readonly after: number;
  readonly kind: 'run' | 'stop' | 'press' | 'put' | 'load';
  /** Which graph, node or variable it is about. */
  readonly which: number;
}

export interface Scenario {
  readonly graphs: readonly GraphPlan[];
  /** The graph that an edit turns the first one into. */
  readonly edited: GraphPlan;
  readonly moves: readonly Move[];
  readonly seed: number;
}

const variable = (
  name: string,
  type: VariableImage['type'],
  value: VariableImage['value'],
  graphId?: string,
) => ({
  id: `id-of-${name}`,
  name,
  type,
  value,
  ...(graphId !== undefined && { graphId }),
});

export const variables: readonly VariableImage[] = [
  variable('n', 'Float', 0),
  variable('flag', 'Boolean', false),
  variable('any', 'Generic', null),
  variable('text', 'String', 'a'),
  variable('own', 'Integer', 1, 'graph-0'),
];

const move: fc.Arbitrary<Move> = fc.record({
  after: fc.nat(12),
  kind: fc.constantFrom('run', 'stop', 'press', 'put', 'load'),
  which: fc.nat(20),
});

interface Choice {
  readonly definitions: readonly NodeDefinition[];
  readonly mostGraphs?: number;
}

export const scenario = ({ definitions, mostGraphs = 3 }: Choice): fc.Arbitrary<Scenario> =>
  fc
    .record({
      graphs: fc.array(graphPlan({ definitions }), { minLength: 1, maxLength: mostGraphs }),
      added: graphPlan({ definitions, mostNodes: 4 }),
      kept: fc.nat(20),
      moves: fc.array(move, { maxLength: 8 }),
      seed: fc.integer(),
    })
    .map(({ graphs, added, kept, moves, seed }) => {
      const first = graphs[0]!;
      const wires = first.wires.slice(0, first.wires.length - (kept % 3));
      const edited = {
        nodes: [...first.nodes, ...added.nodes],
        wires: [...wires, ...added.wires],
      };
      return { graphs, edited, moves, seed };
    });

/** What a runtime must be able to do to take part. */
export interface Player {
  load(image: GraphImage): void;
  run(graphId: string): void;
  stop(graphId: string): void;
  press(graphId: string, nodeId: string): void;
  put(variables: readonly VariableImage[]): void;
  step(ticks: number): void;
}

export const leastTicks = 60;

/** Plays a scenario from its beginning to the tick in which it ends. */
export const play = ({ graphs, edited, moves }: Scenario, player: Player): void => {
  const images = graphs.map((plan, index) => draw(plan, `graph-${index}`));
  const editedImage = draw(edited, 'graph-0');
  const rewritten = rewrite(images[0]!);
  player.put(variables);
  for (const image of images) player.load(image);
  for (const { graphId } of images) player.run(graphId);
  let ticks = 0;
  for (const { after, kind, which } of moves) {
    player.step(after);
    ticks += after;
    const image = images[which % images.length]!;
    if (kind === 'run') player.run(image.graphId);
    else if (kind === 'stop') player.stop(image.graphId);
    else if (kind === 'put') player.put([{ ...variables[0]!, value: which }]);
    else if (kind === 'press') pressButtons(image, player);
    else player.load([editedImage, images[0]!, rewritten][which % 3]!);
  }
  player.step(Math.max(1, leastTicks - ticks));
  for (const { graphId } of images) player.stop(graphId);
};

/** The same graph with other numbers and truths in its ports. */
export const rewrite = (image: GraphImage): GraphImage => ({
  ...image,
  nodes: image.nodes.map((node) => ({
    ...node,
    values: Object.fromEntries(Object.entries(node.values).map(([name, value]) => [name, otherThan(value)])),
  })),
});

const otherThan = (value: Json): Json => {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' && Number.isSafeInteger(value + 1) ? value + 1 : value;
};

const pressButtons = ({ graphId, nodes }: GraphImage, player: Player): void => {
  const button = nodes.find(({ category }) => category === 'ManualButton');
  if (button) player.press(graphId, button.id);
};
