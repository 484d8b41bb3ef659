import { array, nat } from 'fast-check';
import { createChoiceSource } from './shrinkable-choices.ts';
import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { ChoiceSource } from './shrinkable-choices.ts';
import type { Model, ModelGraph } from './graph-model.ts';
import type { ModelContext } from './model-context.ts';

/** One kind of edit or read. */
export interface EditCommand {
  readonly name: string;
  /** The route that it needs, without parameter names; skipped for a target that does not list it. */
  readonly route: string;
  /** Relative frequency; 1 by default. */
  readonly weight?: number;
  /**
   * Applies the command to a graph, checks the response, and updates the model. Does nothing if the graph has nothing
   * to apply it to.
   */
  run(graph: ModelGraph, context: ModelContext, random: ChoiceSource, model: Model): Promise<void>;
}

/** Maximum number of choices that a command makes. */
const maxChoices = 12;

/** Random uses of a kind of command, each defined by a list of numbers. */
export const createCommandArbitrary = (kind: EditCommand): Arbitrary<AsyncCommand<Model, ModelContext>> =>
  array(nat({ max: 0xffff }), { minLength: maxChoices, maxLength: maxChoices }).map((numbers) => ({
    check: () => true,
    async run(model, context) {
      const random = createChoiceSource(numbers);
      const graph = random.pick(model.graphs);
      if (graph) await kind.run(graph, context, random, model);
    },
    toString: () => kind.name,
  }));
