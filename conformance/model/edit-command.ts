import { array, nat } from 'fast-check';
import { createChoiceSource } from './shrinkable-choices.ts';
import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { ChoiceSource } from './shrinkable-choices.ts';
import type { Model, ModelGraph } from './graph-model.ts';
import type { ModelContext } from './model-context.ts';

/** One kind of edit or read that a random run can apply. */
export interface EditCommand {
  readonly name: string;
  /**
   * The route that the command needs, without parameter names. The command is skipped if the target does not list this
   * route.
   */
  readonly route: string;
  /** The relative frequency of the command. The default is 1. */
  readonly weight?: number;
  /**
   * Applies the command to a graph, checks the response, and updates the model. Does nothing if the graph contains
   * nothing that the command could apply to.
   */
  run(graph: ModelGraph, context: ModelContext, random: ChoiceSource, model: Model): Promise<void>;
}

/** Maximum number of random choices that a command makes. */
const maxChoices = 12;

/** Creates an arbitrary of random uses of a command. A list of numbers defines each use. */
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
