import { array, nat } from 'fast-check';
import { createChoiceSource } from './choice-source.ts';
import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { ChoiceSource } from './choice-source.ts';
import type { Model, ModelGraph } from './graph-model.ts';
import type { ModelContext } from './model-context.ts';

/** One kind of edit or reading. */
export interface EditCommand {
  readonly name: string;
  /** The route that it needs, parameter names left out; a target that does not list it is not asked. */
  readonly route: string;
  /** How often it is drawn, compared to the others; 1 when absent. */
  readonly weight?: number;
  /**
   * Does it to a graph, judges the answer, and brings the model to what must be shown now; does nothing when the graph
   * has nothing to do it to.
   */
  run(graph: ModelGraph, workbench: ModelContext, dice: ChoiceSource, model: Model): Promise<void>;
}

/** Largest number of choices that a command makes. */
const maxChoices = 12;

/** Random uses of a kind of command; all that is random about one is a list of numbers. */
export const createCommandArbitrary = (kind: EditCommand): Arbitrary<AsyncCommand<Model, ModelContext>> =>
  array(nat({ max: 0xffff }), { minLength: maxChoices, maxLength: maxChoices }).map((rolls) => ({
    check: () => true,
    async run(model, workbench) {
      const dice = createChoiceSource(rolls);
      const graph = dice.pick(model.graphs);
      if (graph) await kind.run(graph, workbench, dice, model);
    },
    toString: () => kind.name,
  }));
