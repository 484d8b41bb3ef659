import { array, nat } from 'fast-check';
import { createDice } from './dice.ts';
import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { Dice } from './dice.ts';
import type { Model, ModelGraph } from './state.ts';
import type { Workbench } from './workbench.ts';

/** One kind of edit or reading. */
export interface CommandKind {
  readonly name: string;
  /** The route that it needs, parameter names left out; a target that does not list it is not asked. */
  readonly route: string;
  /** How often it is drawn, compared to the others; 1 when absent. */
  readonly weight?: number;
  /**
   * Does it to a graph, judges the answer, and brings the model to what must be shown now; does nothing when the graph
   * has nothing to do it to.
   */
  run(graph: ModelGraph, workbench: Workbench, dice: Dice, model: Model): Promise<void>;
}

/** Largest number of choices that a command makes. */
const choices = 12;

/** Random uses of a kind of command; all that is random about one is a list of numbers. */
export const commandsOf = (kind: CommandKind): Arbitrary<AsyncCommand<Model, Workbench>> =>
  array(nat({ max: 0xffff }), { minLength: choices, maxLength: choices }).map((rolls) => ({
    check: () => true,
    async run(model, workbench) {
      const dice = createDice(rolls);
      const graph = dice.pick(model.graphs);
      if (graph) await kind.run(graph, workbench, dice, model);
    },
    toString: () => kind.name,
  }));
